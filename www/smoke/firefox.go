package smoke

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Firefox starts Firefox.
func Firefox(ctx context.Context) (*Browser, error) {
	path, err := find("firefox-esr", "firefox")
	if err != nil {
		return nil, fmt.Errorf("Firefox %w", ErrNone)
	}
	profile, err := os.MkdirTemp("", "conelab-firefox-")
	if err != nil {
		return nil, err
	}
	port, err := freePort()
	if err != nil {
		return nil, err
	}
	settings := fmt.Sprintf("user_pref(\"marionette.port\", %d);\nuser_pref(\"webgl.force-enabled\", true);\n", port)
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(settings), 0o644); err != nil {
		return nil, err
	}
	cmd := exec.Command(path, "--headless", "--marionette", "--no-remote", "--profile", profile, "--width=1120", "--height=840")
	cmd.Env = append(os.Environ(), "HOME="+profile, "MOZ_DISABLE_CONTENT_SANDBOX=1")
	stop, err := start(cmd)
	if err != nil {
		return nil, err
	}
	end := func() {
		stop()
		os.RemoveAll(profile)
	}
	m, err := dialMarionette(ctx, port)
	if err != nil {
		end()
		return nil, err
	}
	b := &Browser{command: m.command, close: end}
	if _, err := b.command(ctx, newSession, map[string]any{}); err != nil {
		end()
		return nil, err
	}
	return b, nil
}

// marionette is a connection with Firefox: messages are JSON after their length and a colon.
type marionette struct {
	conn net.Conn
	from *bufio.Reader
	last int
}

func dialMarionette(ctx context.Context, port int) (*marionette, error) {
	m := &marionette{}
	err := retry(ctx, func() (err error) {
		m.conn, err = net.Dial("tcp", net.JoinHostPort("localhost", strconv.Itoa(port)))
		return err
	})
	if err != nil {
		return nil, err
	}
	m.from = bufio.NewReader(m.conn)
	_, err = m.read() // it says who it is
	return m, err
}

func (m *marionette) read() (json.RawMessage, error) {
	length, err := m.from.ReadString(':')
	if err != nil {
		return nil, err
	}
	n, err := strconv.Atoi(strings.TrimSuffix(length, ":"))
	if err != nil {
		return nil, err
	}
	text := make([]byte, n)
	_, err = io.ReadFull(m.from, text)
	return text, err
}

func (m *marionette) command(ctx context.Context, name string, parameters any) (json.RawMessage, error) {
	if end, ok := ctx.Deadline(); ok {
		if err := m.conn.SetDeadline(end); err != nil {
			return nil, err
		}
	}
	m.last++
	text, err := json.Marshal([]any{0, m.last, name, parameters})
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintf(m.conn, "%d:%s", len(text), text); err != nil {
		return nil, err
	}
	text, err = m.read()
	if err != nil {
		return nil, err
	}
	var answer [4]json.RawMessage // 1, the number of the command, what is wrong, the result
	if err := json.Unmarshal(text, &answer); err != nil {
		return nil, err
	}
	if string(answer[2]) != "null" {
		return nil, fmt.Errorf("%s: %s", name, answer[2])
	}
	var result struct{ Value json.RawMessage }
	if json.Unmarshal(answer[3], &result) == nil && result.Value != nil {
		return result.Value, nil
	}
	return answer[3], nil
}

// find returns the path of the first of some programs that is installed.
func find(names ...string) (path string, err error) {
	for _, name := range names {
		if path, err = exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", err
}

// freePort returns a port that nobody listens at.
func freePort() (int, error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
