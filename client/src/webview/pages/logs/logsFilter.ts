/** The filter bar of the log page. */
import * as l10n from '@vscode/l10n';
import { logPresets } from '#core/logs/logPresets.ts';
import { levelNames, noFilter, presetNamed, type FilterView, type LogView } from '#client/logs/view/logView.ts';
import { createElement } from '../dom.ts';

const presets = logPresets.flatMap(({ id, title }) => (presetNamed(id) === undefined ? [] : [[id, title()] as const]));

/** Time after the last keystroke before the filter applies, in milliseconds. Each search scans the whole log. */
const pause = 250;

export class FilterBar {
  readonly #origin = select(l10n.t`Source`, [['', l10n.t`All sources`], ...presets]);
  readonly #level = select(l10n.t`Level`, [
    ['', l10n.t`All levels`],
    ['error', l10n.t`Errors`],
    ['warning', l10n.t`Warnings and errors`],
    ['info', l10n.t`Info and above`],
    ['debug', levelNames.debug()],
  ]);
  readonly #sandbox = select(l10n.t`Sandbox`, [['', l10n.t`All sandboxes`]]);
  readonly #pid = createElement('input', {
    type: 'search',
    class: 'pid',
    inputmode: 'numeric',
    placeholder: 'PID',
    'aria-label': 'PID',
  });
  readonly #text = createElement('input', {
    type: 'search',
    placeholder: l10n.t`Filter by text ( / )`,
    'aria-label': l10n.t`Filter by text ( / )`,
  });
  readonly #onChange: (filter: FilterView) => void;
  #timer = 0;
  /** The filter that was last sent or received. */
  #told = JSON.stringify(noFilter);
  #ids = '';

  constructor(onChange: (filter: FilterView) => void) {
    this.#onChange = onChange;
    for (const control of [this.#origin, this.#level, this.#sandbox])
      control.addEventListener('change', () => this.#tell(0));
    for (const control of [this.#pid, this.#text]) control.addEventListener('input', () => this.#tell(pause));
  }

  get controls(): readonly HTMLElement[] {
    return [this.#text, this.#origin, this.#level, this.#sandbox, this.#pid];
  }

  focus(): void {
    this.#text.focus();
    this.#text.select();
  }

  clear(): void {
    this.#set(noFilter);
    this.#tell(0);
  }

  /** Shows the filter of the extension without overwriting text that the user is typing. */
  show({ filter, sandboxes }: LogView): void {
    const listed =
      sandboxes.some(({ id }) => id === filter.sandbox) || filter.sandbox === ''
        ? sandboxes
        : [{ id: filter.sandbox, label: filter.sandbox.slice(0, 12) }, ...sandboxes];
    const ids = JSON.stringify(listed);
    // An open list isn't changed.
    if (ids !== this.#ids && document.activeElement !== this.#sandbox) {
      this.#ids = ids;
      const chosen = this.#sandbox.value;
      this.#sandbox.replaceChildren(
        createElement('option', { value: '' }, l10n.t`All sandboxes`),
        ...listed.map(({ id, label }) => createElement('option', { value: id }, label)),
      );
      this.#sandbox.value = chosen;
    }
    const said = JSON.stringify(filter);
    if (said !== this.#told) {
      this.#told = said;
      this.#set(filter);
    }
  }

  #set({ origin, level, sandbox, pid, text }: FilterView): void {
    this.#origin.value = origin;
    this.#level.value = level;
    this.#sandbox.value = sandbox;
    this.#pid.value = pid;
    this.#text.value = text;
  }

  #tell(after: number): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const filter = this.#filter;
      const said = JSON.stringify(filter);
      if (said === this.#told) return;
      this.#told = said;
      this.#onChange(filter);
    }, after);
  }

  get #filter(): FilterView {
    return {
      origin: presetNamed(this.#origin.value) ?? '',
      level: isLevel(this.#level.value) ? this.#level.value : '',
      sandbox: this.#sandbox.value,
      pid: /^\d{1,10}$/.test(this.#pid.value.trim()) ? this.#pid.value.trim() : '',
      text: this.#text.value,
    };
  }
}

function isLevel(id: string): id is 'error' | 'warning' | 'info' | 'debug' {
  return ['error', 'warning', 'info', 'debug'].includes(id);
}

function select(name: string, options: readonly (readonly [value: string, text: string])[]): HTMLSelectElement {
  return createElement(
    'select',
    { 'aria-label': name },
    ...options.map(([value, text]) => createElement('option', { value }, text)),
  );
}
