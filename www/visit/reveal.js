Object.assign(window.conelabVisit, (() => {
	const byId = (id) => document.getElementById(id), one = (selector, within = document) => within.querySelector(selector);
	const mode = (name) => one('#modes [value="' + name + '"]');
	const seen = (node) => Boolean(node?.checkVisibility());
	const covers = () => {
		const {mode, drawer, size} = document.documentElement.dataset;
		return mode === 'lab' && size === 'middle' && Boolean(drawer);
	};
	// outermost returns the outermost hidden element that contains a node.
	const outermost = (node) => {
		let found = null;
		for (let at = node; at; at = at.parentElement) if (!at.checkVisibility()) found = at;
		return found;
	};
	const picture = (name) => {
		const tab = byId('name-' + name), radio = one('#geometry [value="' + name + '"]'), full = one('.tile:not([hidden]) .full');
		if (!seen(byId('shelf'))) return mode(document.documentElement.dataset.mode === 'explore' ? 'lab' : 'explore');
		if (!tab.hidden) return tab;
		if (seen(radio?.closest('label'))) return radio;
		const other = one('#name-neural:not([hidden]), #name-spectrahedron:not([hidden])');
		if (radio && other?.ariaSelected === 'true' && document.documentElement.dataset.size === 'small') return sheet('tools');
		return radio ? other : full;
	};
	// sheet opens a tab of a phone's sheet, in a mode that has it.
	const sheet = (name, then) => {
		const tab = byId('sheet-' + name);
		if (tab.hidden || !seen(tab)) return mode({lab: 'lab', lesson: 'learn'}[name] ?? 'explore');
		return tab.ariaSelected === 'true' ? then?.() : tab;
	};
	// part returns the control that opens a hidden part.
	const part = (name) => {
		const small = document.documentElement.dataset.size === 'small';
		const shown = {transport: 'lorentz', race: 'race', 'sweep-field': 'path', geometry: 'spectrahedron'}[name];
		if (shown) return small ? sheet('tools', () => picture(shown)) : picture(shown);
		if (!small) return mode(name === 'card' ? 'learn' : name === 'drawers' ? 'lab' : 'explore');
		if (['toolbar', 'tool', 'examples-menu', 'again', 'brush-field', 'selection'].includes(name)) return sheet('tools', () => byId('name-data'));
		return sheet({'beta-field': 'model', 'layers-field': 'model', 'output-view': 'tools', drawers: 'lab', card: 'lesson'}[name] ?? 'proof');
	};
	const control = (node, hidden) => {
		if (hidden.parentElement?.matches('details:not([open])')) return one('summary', hidden.parentElement);
		if (hidden.matches('.menu > *')) return one(':scope > button', hidden.parentElement);
		if (hidden.id === 'parts') {
			let at = node;
			while (at.parentElement !== hidden) at = at.parentElement;
			return part(at.id);
		}
		if (hidden.matches('#drawers, #drawer')) return seen(byId('rail')) ? drawer(node) : mode('lab');
		if (hidden.parentElement?.id === 'drawer') return drawer(node);
		if (hidden.id === 'card') return mode('learn');
		if (hidden.id === 'side') return byId('verdict');
		if (hidden.matches('.tile')) return picture(hidden.id.slice(5));
		if (hidden.matches('#picture-names *')) return picture(hidden.dataset.tile);
		if (hidden.closest('#quick')) return mode('explore');
		return null;
	};
	const drawer = (node) => {
		let at = node;
		while (at.parentElement && at.parentElement.id !== 'drawer') at = at.parentElement;
		return one('#rail [data-drawer="' + (['neurons', 'matrices'].includes(at.id) ? 'details' : at.id) + '"]');
	};
	return {
		reveal: async (selector) => {
			for (let steps = 0; steps < 8; steps++) {
				const node = one(selector);
				if (!node) return 'there is none';
				const hidden = outermost(node);
				const open = one('.menu[data-open]');
				if (!hidden && open && !open.contains(node) && !node.contains(open)) { // it may cover the element
					one(':scope > button', open).click();
					await conelabVisit.frames(1);
				}
				// In the lab on a small screen, a drawer may cover the picture.
				if (!hidden && node.closest('.tile, #tabs, #controls') && covers()) {
					byId('rail').querySelector('[aria-expanded="true"]').click();
					await conelabVisit.frames(1);
					continue;
				}
				if (!hidden || node.closest('dialog:not([open])') || node.matches('dialog *')) return '';
				const way = control(node, hidden);
				if (!way) return '';
				way.click();
				await conelabVisit.frames(1);
			}
			return 'no way leads there';
		},
	};
})())
