/** Creates DOM elements. Strings become text, never HTML. */
import type { RequestVerdict } from '#core/agent/verdicts.ts';
import { sanitizeLines } from '#core/text/sanitize.ts';

type Child = Node | string | undefined;

/**
 * Creates an element with attributes and children. Omits undefined attributes. Escapes invisible characters, because
 * texts can contain untrusted names.
 */
export function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
  made.append(
    ...children
      .filter((child) => child !== undefined)
      .map((child) => (typeof child === 'string' ? sanitizeLines(child) : child)),
  );
  return made;
}

/** SVG paths of the icons in a 16 by 16 view box. */
const signs = {
  check: 'M3.5 8.5l3 3 6-7',
  cross: 'M4 4l8 8M12 4l-8 8',
  half: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 2.5v11',
  empty: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M5.5 8h5',
  warning: 'M8 2.5l6 11H2zM8 6.5v3.5M8 12v.01',
  more: 'M6 3.5l4.5 4.5-4.5 4.5',
  info: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 7.5v3.5M8 5v.01',
} as const;

/** Creates an icon. It's hidden from screen readers, because the text next to it has the same meaning. */
export function createIcon(name: keyof typeof signs): SVGSVGElement {
  const space = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(space, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS(space, 'path');
  line.setAttribute('d', signs[name]);
  svg.append(line);
  return svg;
}

/** Creates a policy verdict with an icon and text. */
export function verdict(kind: RequestVerdict, word: string): HTMLElement {
  const [look, drawn] = looks[kind];
  return createElement('span', { class: `verdict ${look}` }, createIcon(drawn), word);
}

const looks = {
  allowed: ['good', 'check'],
  denied: ['bad', 'cross'],
  conditional: ['open', 'half'],
  undefined: ['none', 'empty'],
  failed: ['bad', 'warning'],
} as const;

/** Renders text in which backticks mark code, as in Markdown. */
export function renderInlineCode(text: string): (Node | string)[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? createElement('code', {}, part) : part));
}

/** Creates an identifier that can break between its words if the line is too narrow: `Exec|Process|Request`. */
export function identifier(name: string): HTMLElement {
  const parts = name.split(/(?<=[a-z])(?=[A-Z])/);
  return createElement(
    'span',
    {},
    ...parts.flatMap((part, index) => (index === 0 ? [part] : [document.createElement('wbr'), part])),
  );
}

/** Creates a notice with a warning icon. */
export function notice(text: string): HTMLElement {
  return createElement(
    'div',
    { class: 'notice', role: 'alert' },
    createIcon('warning'),
    createElement('span', {}, ...renderInlineCode(text)),
  );
}

/**
 * Creates a button that looks like a link. Its accessible name must contain the visible text, because users of speech
 * input say what they see.
 */
export function createLinkButton(text: string | HTMLElement, name: string, onClick: () => void): HTMLButtonElement {
  const made = createElement('button', { class: 'link', type: 'button', 'aria-label': name }, text);
  made.addEventListener('click', (event) => {
    event.stopPropagation();
    onClick();
  });
  return made;
}
