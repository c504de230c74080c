/** Creates the buttons, badges, and links of detail pages. */
import '@vscode-elements/elements/dist/vscode-button/index.js';
import type { DetailAction, DetailState, PageEffect, Tone } from '#client/details/detailPage.ts';
import { createElement, createLinkButton, createIcon } from '../dom.ts';

export type Run = (effect: PageEffect) => void;

const signs = {
  ok: 'check',
  busy: 'half',
  attention: 'warning',
  failed: 'cross',
  unknown: 'empty',
  stale: 'warning',
} as const satisfies Readonly<Record<Tone, string>>;

/** Creates the colored icon of a state. The word next to it has the same meaning. */
export function toneSign(tone: Tone): HTMLElement {
  return createElement('span', { class: `tone ${tone}` }, createIcon(signs[tone]));
}

/** Creates the badge with the name of a state. */
export function badge({ word }: DetailState): HTMLElement {
  return createElement('vscode-badge', {}, word);
}

/** Creates an inline element with the icon and the name of a state. */
export function stateMark(state: DetailState): HTMLElement {
  return createElement('span', { class: 'mark' }, toneSign(state.tone), state.word);
}

/** Returns a function that creates the button of an action. */
export function actionButton(run: Run): (action: DetailAction) => HTMLElement {
  return ({ label, name, primary, effect }) => {
    const button = createElement(
      'vscode-button',
      { ...(primary === true ? {} : { secondary: '' }), 'aria-label': name },
      label,
    );
    button.addEventListener('click', () => run(effect));
    // The component handles the space bar but doesn't prevent the page from scrolling.
    button.addEventListener('keydown', (event) => {
      if (event.key === ' ') event.preventDefault();
    });
    return button;
  };
}

/** Creates a link next to a value. */
export function actionLink({ label, name, effect }: DetailAction, run: Run): HTMLElement {
  return createLinkButton(label, name ?? label, () => run(effect));
}
