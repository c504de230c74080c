/** The detail pages that are open: one for each object, which follows what is known of it. */
import * as l10n from '@vscode/l10n';
import { ViewColumn, type Disposable, type Uri, type WebviewPanel } from 'vscode';
import { omitUndefined } from '#core/common/json.ts';
import { openPanel, type WebviewPanelHandle } from '../webview/webviewPanel.ts';
import { effectOf, type DetailMessage, type DetailPage, type PageEffect } from './detailPage.ts';
import { detailStyle } from './detailPageStyle.ts';
import { readDetailMessage } from './readDetailMessage.ts';
import { toneWord } from './toneWord.ts';

/** Where a page comes from. */
export interface DetailSource {
  /** The page as of now. Undefined: there is nothing to make it from now, and the last one stays. */
  page(): DetailPage | undefined;
  /** The page became visible or hidden: what is read for it alone starts or stops. */
  setVisible?(visible: boolean): void;
  /** Does what only this kind of page can do. */
  run?(name: Extract<PageEffect, { kind: 'own' }>['name']): void;
  dispose?(): void;
}

export interface DetailPanelParts {
  /** A file that comes with the extension. */
  readonly shipped: (...path: string[]) => Uri;
  /** Runs a command, or shows the page of a row. Reports its own errors. */
  readonly run: (effect: Exclude<PageEffect, { kind: 'section' | 'own' }>) => void;
}

export interface DetailPanelOptions {
  /** Identifies the object: a page that is open already is shown again. */
  readonly key: string;
  /** The title of the tab. */
  readonly title: string;
  /** The cluster that the page follows while it is visible. */
  readonly context: string;
  readonly source: (changed: () => void) => DetailSource;
  /** Hands something new to the source of a page that is open already. */
  readonly renew?: (source: DetailSource) => void;
  /** Moves to this section. */
  readonly section?: string;
  /** Where a new page opens; by default, in the active editor group. */
  readonly column?: ViewColumn;
}

/** A page of an earlier session of the window. */
export interface RestoreOptions extends Omit<DetailPanelOptions, 'renew' | 'section' | 'column'> {
  readonly panel: WebviewPanel;
  /** What is shown until the source has a page. */
  readonly waiting: () => DetailPage;
  /** How many times a command had asked for a section. */
  readonly requests: number;
}

interface Open {
  readonly context: string;
  readonly panel: WebviewPanelHandle<DetailPage>;
  readonly source: DetailSource;
  isVisible: boolean;
  waiting?: (() => DetailPage) | undefined;
  request?: DetailPage['request'];
  shown?: DetailPage;
  /** As it was last sent. */
  sent: string;
}

export class DetailPanels implements Disposable {
  readonly #parts: DetailPanelParts;
  readonly #open = new Map<string, Open>();

  constructor(parts: DetailPanelParts) {
    this.#parts = parts;
  }

  /** The clusters that visible pages follow. */
  get contexts(): ReadonlySet<string> {
    return new Set([...this.#open.values()].filter(({ isVisible }) => isVisible).map(({ context }) => context));
  }

  /**
   * Shows the page of an object to a user who asked for it: the one that is open already, or a new one. The page gets
   * the keyboard.
   */
  open(options: DetailPanelOptions): void {
    const before = this.#open.get(options.key);
    const open = before ?? this.#create(options);
    if (before !== undefined) options.renew?.(before.source);
    if (options.section !== undefined)
      open.request = { section: options.section, count: (open.request?.count ?? 0) + 1 };
    this.#update(open);
    open.panel.focus();
  }

  /** Shows the page of an object in a panel that VS Code restored. */
  restore(options: RestoreOptions): void {
    const { panel, requests, waiting } = options;
    // A page that a user opened in the meantime is newer.
    if (this.#open.has(options.key)) {
      panel.dispose();
      return;
    }
    const open = this.#create(options, panel);
    open.waiting = waiting;
    // The page has moved there already.
    if (requests > 0) open.request = { section: '', count: requests };
    this.#update(open);
  }

  /** Something has changed: visible pages that would differ are drawn again. */
  update(): void {
    for (const open of this.#open.values()) this.#update(open);
  }

  dispose(): void {
    for (const { panel } of this.#open.values()) panel.dispose();
  }

  #create(
    { key, title, context, source: create, column = ViewColumn.Active }: DetailPanelOptions,
    restored?: WebviewPanel,
  ): Open {
    const { shipped } = this.#parts;
    const changed = (): void => {
      const open = this.#open.get(key);
      if (open !== undefined) this.#update(open);
    };
    const source = create(changed);
    const panel = openPanel<DetailPage, DetailMessage>({
      viewType: 'osc.details',
      title,
      column,
      script: shipped('dist', 'detailPage.js'),
      style: detailStyle,
      takesFocus: true,
      ...omitUndefined({ restored }),
      read: readDetailMessage,
      onMessage: ({ key: wanted }) => this.#run(key, wanted),
      onVisible: (visible) => {
        const open = this.#open.get(key);
        if (open === undefined || open.isVisible === visible) return;
        open.isVisible = visible;
        source.setVisible?.(visible);
        this.#update(open);
      },
      onClose: () => {
        this.#open.delete(key);
        source.dispose?.();
      },
    });
    const open: Open = { context, panel, source, isVisible: restored?.visible ?? true, sent: '' };
    this.#open.set(key, open);
    source.setVisible?.(open.isVisible);
    return open;
  }

  #update(open: Open): void {
    if (!open.isVisible) return;
    const current = open.source.page();
    if (current !== undefined) open.waiting = undefined;
    const made = current ?? open.waiting?.() ?? (open.shown === undefined ? undefined : closedPage(open.shown));
    if (made === undefined) return;
    const page = { ...made, ...omitUndefined({ request: open.request }) };
    const sent = JSON.stringify(page);
    if (sent === open.sent) return;
    open.sent = sent;
    open.shown = page;
    open.panel.show(page);
  }

  /** Only what the page shows can be run: a key that it doesn't show means nothing. */
  #run(key: string, wanted: string): void {
    const open = this.#open.get(key);
    const effect = open?.shown === undefined ? undefined : effectOf(open.shown, wanted);
    if (effect === undefined || effect.kind === 'section') return;
    // Otherwise VS Code makes this page active again after what the effect shows.
    void open?.panel.hasKeyboard().then(() => {
      if (effect.kind === 'own') open.source.run?.(effect.name);
      else this.#parts.run(effect);
    });
  }
}

/** The last page of an object whose cluster is closed: nothing on it can be done, and nothing confirms it. */
function closedPage(last: DetailPage): DetailPage {
  const { state } = last;
  const isGood = state.tone === 'ok' || state.tone === 'busy';
  return {
    ...last,
    state: isGood ? { ...state, tone: 'stale', word: toneWord('stale') } : state,
    freshness: {
      isLive: false,
      words: l10n.t`The Clusters view no longer shows this object. This is the last known state.`,
    },
  };
}
