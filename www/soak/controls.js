void (window.soak = (() => {
	const not = '#open-file, #save-file, [data-keep], [data-save], [data-scene="full"], [data-action], [data-offer], #copy-link, #embed-copy, #notice-action, ' +
		'#class-full, #import-file, [type=file], #show-all, a, #check-open, #works-list *';
	const scope = () => document.querySelector('dialog:modal') ?? document.body;
	const usable = (selector) => [...scope().querySelectorAll(selector)].filter((n) => !n.matches(not) && !n.disabled && (n.closest('label') ?? n).checkVisibility() && !n.closest('[inert], [hidden]'));
	const of = (selector, r) => { const all = usable(selector); return all[Math.floor(r * all.length)] };
	const name = (n) => n.id || n.dataset.preset || n.dataset.tile || n.value || n.textContent.trim().slice(0, 30);
	const warnings = [], warn = console.warn;
	console.warn = (...words) => { warnings.push(words.join(' ')); warn(...words) };
	const set = (n, value) => {
		n.value = value;
		if (n.matches('select') && n.value !== String(value)) throw new Error((n.id || n.name) + ' cannot be ' + value);
		for (const type of ['input', 'change']) n.dispatchEvent(new Event(type, {bubbles: true}));
	};
	return {
		warnings,
		press(r) { const n = of('button, summary, input[type=radio], input[type=checkbox]', r); n?.click(); return n ? 'press ' + name(n) : '' },
		slide(r, value) { const n = of('input[type=range]', r); if (n) set(n, Number(n.min) + value * (Number(n.max) - Number(n.min))); return n ? 'slide ' + name(n) : '' },
		choose(r, value) { const n = of('select', r); if (n) set(n, n.options[Math.floor(value * n.options.length)].value); return n ? 'choose ' + name(n) : '' },
		use(selector) { const n = document.querySelector(selector); if (n && !n.disabled && !n.hidden) n.click(); return 'use ' + selector },
		set(selector, value) { const n = document.querySelector(selector); if (n && !n.disabled) set(n, value); return 'set ' + selector },
		all(selector, key) { return [...document.querySelectorAll(selector)].filter((n) => !n.disabled && !n.hidden).map((n) => n.dataset[key] ?? n.value) },
		picture(r) { const n = of('.area', r); if (!n) return null; const b = n.getBoundingClientRect(); return {X: b.x, Y: b.y, Width: b.width, Height: b.height} },
	} })())
