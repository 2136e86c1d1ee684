#!/usr/bin/env bash
# The project's only entry point, at a desk as in continuous integration. Only Go is needed; the tests in a browser need Chromium too.
set -euo pipefail
cd "$(dirname "$0")"

usage() {
  cat <<'TEXT'
usage: ./build.sh [verb] [minutes]

  (none)   build the site into dist/
  serve    build the site quickly and serve it on this machine
  test     run all tests: native, as WebAssembly in Chromium, and of the page
  check    formatting, vet, staticcheck, generated files, the types of the page and the size of the first load, and the newest release of Go
  newest   build the site with the newest release of Go, and check its size
  fuzz     every fuzz target in turn, for 15 minutes together or as many as are given
  soak     shows everything once, uses the page at random for 10 minutes or as many as are given, and prints the memory that this takes
  smoke    uses the page in Firefox and WebKit, where they are installed
  bench    benchmarks, native and as WebAssembly in Chromium, beside cvxopt where a python3 has it
  help     this text

Chromium is looked up by its usual names, or named by the environment variable CHROMIUM.
TEXT
}

# wasm runs a go command for the browser.
wasm() { GOOS=js GOARCH=wasm "$@"; }

# runner prints the command that runs WebAssembly tests in Chromium, which it finds under a name of its own. They get no more of the environment than
# they need: Go's support of WebAssembly has room for 12 kB of it.
runner() {
  GOBIN=$PWD/build go install github.com/agnivade/wasmbrowsertest@v0.11.0
  ln -sf "$(chromium)" build/headless_shell
  printf "env -i 'HOME=%s' 'PATH=%s/build:%s' 'GOROOT=%s' GOGC=400 '%s/build/wasmbrowsertest'" "$HOME" "$PWD" "$PATH" "$(go env GOROOT)" "$PWD"
}

# other_code lists what WebAssembly does by other code than the machine: the kernels that are assembly there and Go here, loops without threads, and
# the solver that stands on all of it, whose tests certify their optima; and the bridge, which is nowhere else. The rest is the same arithmetic.
other_code='./core/numeric/gemm ./core/numeric/dense ./core/numeric/parallel ./core/network/certify ./wasm/bridge'

# chromium prints the path of Chromium. Debian's script of the name chromium-headless-shell leaves the browser running when it is stopped itself.
chromium() {
  local name
  for name in "${CHROMIUM:-}" /usr/lib/chromium/chromium-headless-shell chromium-headless-shell chromium chromium-browser google-chrome google-chrome-stable chrome; do
    if [ -n "$name" ] && command -v "$name"; then return 0; fi
  done
  return 1
}

# install installs one of some Debian packages, the first that there is, if that can be done without asking.
install() {
  local root=() package
  if [ "$(id -u)" -ne 0 ]; then root=(sudo -n); fi
  if ! command -v apt-get >/dev/null || { [ ${#root[@]} -gt 0 ] && ! sudo -n true 2>/dev/null; }; then return 1; fi
  echo "build.sh: installing $1" >&2
  "${root[@]}" apt-get update -q >&2 || return 1
  for package in "$@"; do
    if "${root[@]}" apt-get install -qy "$package" >&2; then return 0; fi
  done
  return 1
}

# need_chromium installs Chromium if it is missing. The first package is without the parts that a screen needs, which not every Debian has as a
# package of its own.
need_chromium() {
  chromium >/dev/null || install chromium-headless-shell chromium || true
  if chromium >/dev/null; then return 0; fi
  echo "build.sh: Chromium is missing: install it (Debian: apt-get install chromium), or set CHROMIUM to its path" >&2
  return 1
}

have_python() {
  local name
  for name in python3 /usr/bin/python3; do
    if "$name" -c "import $1" 2>/dev/null; then return 0; fi
  done
  return 1
}

# want_python installs the libraries that judge exported models and estimators, where they are missing. Without them those tests are skipped.
want_python() {
  local library
  for library in onnx sklearn; do
    have_python "$library" || install "python3-$library" || true
    have_python "$library" || echo "build.sh: no Python has $library (Debian: apt-get install python3-$library): the tests that need it are skipped" >&2
  done
}

run_tests() {
  need_chromium
  want_python
  local exec
  # With so much room for garbage, the compiler and the tests take a tenth less processor time.
  export GOGC=400
  # What vet says is for check; other browsers are for smoke.
  go test -vet=off $(native)
  exec=$(runner)
  # Short: fewer draws of the same properties, all of which are tested natively. Paths are trimmed as in the site, which so finds packages compiled.
  wasm go test -vet=off -trimpath -short -exec "$exec" $other_code
  go test -vet=off -timeout 14m ./www/e2e
}

# check_types checks the page's TypeScript. The compiler is large: to compile it without optimisation takes half the time, once, and it still
# needs only seconds for the page.
check_types() {
  go build -gcflags='github.com/microsoft/typescript-go/...=-N -l' -o build/tsgo github.com/microsoft/typescript-go/cmd/tsgo
  build/tsgo -p www/page
  build/tsgo -p www/page/platform/workers # in a worker there is no document
}

run_check() {
  local unformatted
  unformatted=$(gofmt -l core wasm www)
  if [ -n "$unformatted" ]; then
    printf 'build.sh: not formatted:\n%s\n' "$unformatted" >&2
    return 1
  fi
  go vet ./...
  wasm go vet ./core/... ./wasm/...
  # As a program of its own: `go tool` would build it for the browser too.
  go build -o build/staticcheck honnef.co/go/tools/cmd/staticcheck
  # ST1005 forbids error strings that are whole sentences; those that reach the user are.
  build/staticcheck -checks inherit,-ST1005 ./...
  wasm build/staticcheck -checks inherit,-ST1005 ./core/... ./wasm/...
  go run ./www/protocol check
  check_types
  with_newest go test -vet=off $(native)
  with_newest go run ./www/site check
  go run ./www/site check
}

# native lists the packages whose tests need no browser.
native() { go list ./... | grep -v -E '/www/(e2e|measure|smoke)$'; }

# with_newest runs a go command with the newest release of Go, which is fetched if necessary, unless that is the one here.
with_newest() {
  local newest
  newest=$(go list -m -f 'go{{.Version}}' go@latest 2>/dev/null) || true
  if [ "$newest" = "$(go env GOVERSION)" ]; then return 0; fi
  if [ -z "$newest" ] || ! GOTOOLCHAIN=$newest go version >/dev/null 2>&1; then
    echo "build.sh: skipped with the newest release of Go, which cannot be fetched: ${*:1:3}" >&2
    return 0
  fi
  echo "build.sh: with $newest: ${*:1:3}" >&2
  GOTOOLCHAIN=$newest "$@"
}

# fuzz_targets prints the package and the name of every fuzz target, one a line.
fuzz_targets() {
  local pkg file
  go list -f '{{$p := .}}{{range .TestGoFiles}}{{$p.ImportPath}} {{$p.Dir}}/{{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$p.ImportPath}} {{$p.Dir}}/{{.}}{{"\n"}}{{end}}' ./... |
    while read -r pkg file; do
      sed -n "s|^func \(Fuzz[A-Za-z0-9_]*\)(.*|$pkg \1|p" "$file"
    done
}

# run_fuzz gives each target the same share of the minutes. What breaks one is kept in testdata/fuzz of its package, and the others still run.
run_fuzz() {
  local minutes=${1:-15} targets seconds pkg target failed=0
  if ! [[ $minutes =~ ^[1-9][0-9]*$ ]]; then
    echo "build.sh: fuzz takes a number of minutes from 1 on, not $minutes" >&2
    return 2
  fi
  targets=$(fuzz_targets)
  seconds=$((minutes * 60 / $(wc -l <<<"$targets")))
  while read -r pkg target; do
    echo "build.sh: $target of $pkg, $seconds s" >&2
    go test -run '^$' -fuzz "^$target\$" -fuzztime "${seconds}s" -fuzzminimizetime 100x "$pkg" </dev/null || failed=1
  done <<<"$targets"
  return $failed
}

# peer prints a Python that has cvxopt, a general solver to compare with.
peer() {
  local name
  for name in python3 /usr/bin/python3; do
    if "$name" -c 'import cvxopt' 2>/dev/null; then
      printf '%s' "$name"
      return 0
    fi
  done
  echo "build.sh: no python3 here has cvxopt, so its columns stay empty (Debian: apt-get install python3-cvxopt libopenblas0)" >&2
}

# compare prints the medians of some units of benchmarks, side by side, with their geometric means.
compare() {
  go run golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da -ignore goos,goarch,cpu,pkg,/gomaxprocs -filter "$@"
}

# run_bench measures for about three minutes. Times on a shared machine are noisy: the best of several runs counts.
run_bench() {
  need_chromium
  local exec python often=(-run '^$' -benchmem -benchtime 0.3s -count 3)
  mkdir -p build/bench
  go test -run '^$' -bench . -benchmem -benchtime 0.3s $(go list ./core/... | grep -v '/certify$') | grep -v '^\(PASS\|ok\)'
  python=$(peer)
  go test "${often[@]}" -bench . -skip Peer ./core/network/certify | tee build/bench/native
  CONELAB_PEER=$python go test -run '^$' -bench Peer -benchtime 1s ./core/network/certify | tee -a build/bench/native
  exec=$(runner)
  wasm go test "${often[@]}" -bench . -skip Peer -exec "$exec" ./core/network/certify | tee build/bench/wasm
  echo
  compare '.unit:(ms/solve OR ms/cvxopt OR xcvxopt OR digits/cvxopt)' native=build/bench/native wasm=build/bench/wasm
  go test -run '^$' -bench . -benchtime 1x -timeout 20m ./www/measure
}

run_soak() {
  need_chromium
  go test -run - -bench . -benchtime 1x -timeout 0 ./www/soak -minutes "${1:-10}"
}

# run_smoke says which browsers it misses (Debian: firefox-esr; webkit2gtk-driver with xvfb).
run_smoke() {
  go test -vet=off -count=1 -v ./www/smoke
}

case "${1-}" in
  "") go run ./www/site build ;;
  serve) exec go run ./www/site serve ;;
  test) run_tests ;;
  check) run_check ;;
  newest) with_newest go run ./www/site check ;;
  fuzz) run_fuzz "${2-}" ;;
  soak) run_soak "${2-}" ;;
  smoke) run_smoke ;;
  bench) run_bench ;;
  help | -h | --help) usage ;;
  *) usage >&2; exit 2 ;;
esac
