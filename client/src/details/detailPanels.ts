/** Manages the open detail pages. Each object has one page, which is updated when the data of the object changes. */
import * as l10n from '@vscode/l10n';
import { ViewColumn, type Disposable, type Uri, type WebviewPanel } from 'vscode';
import { omitUndefined } from '#core/common/json.ts';
import { openPanel, type WebviewPanelHandle } from '../webview/webviewPanel.ts';
import { withCopyCommandActions } from './copyCommandActions.ts';
import { effectOf, type DetailMessage, type DetailPage, type PageEffect } from './detailPage.ts';
import { detailStyle } from './detailPageStyle.ts';
import { readDetailMessage } from './readDetailMessage.ts';
import { toneWord } from './toneWord.ts';

/** Provides the content of a page. */
export interface DetailSource {
  /** Returns the current page. Returns undefined if the data isn't available now. The last page then stays visible. */
  page(): DetailPage | undefined;
  /** Called when the page becomes visible or hidden, to start or stop reading data that only this page needs. */
  setVisible?(visible: boolean): void;
  /** Runs an action that only this kind of page has. */
  run?(name: Extract<PageEffect, { kind: 'own' }>['name']): void;
  dispose?(): void;
}

export interface DetailPanelParts {
  /** Returns the URI of a file that is part of the extension. */
  readonly shipped: (...path: string[]) => Uri;
  /** Runs a command, copies a text, or shows the page of a row. Reports its own errors. */
  readonly run: (effect: Exclude<PageEffect, { kind: 'section' | 'own' }>) => void;
}

export interface DetailPanelOptions {
  /** Identifies the object. If a page with this key is open, it is reused. */
  readonly key: string;
  /** Title of the tab. */
  readonly title: string;
  /** Cluster that the page follows while it is visible. */
  readonly context: string;
  readonly source: (changed: () => void) => DetailSource;
  /** Updates the source of a page that is already open. */
  readonly renew?: (source: DetailSource) => void;
  /** Section to scroll to. */
  readonly section?: string;
  /** Editor group for a new page. The default is the active editor group. */
  readonly column?: ViewColumn;
}

/** Options for a page that was open before the window was reloaded. */
export interface RestoreOptions extends Omit<DetailPanelOptions, 'renew' | 'section' | 'column'> {
  readonly panel: WebviewPanel;
  /** Returns the page to show until the source provides one. */
  readonly waiting: () => DetailPage;
  /** Number of times that commands requested a section before the reload. */
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
  /** The page that was last sent, as JSON. */
  sent: string;
}

export class DetailPanels implements Disposable {
  readonly #parts: DetailPanelParts;
  readonly #open = new Map<string, Open>();

  constructor(parts: DetailPanelParts) {
    this.#parts = parts;
  }

  /** Clusters that visible pages follow. */
  get contexts(): ReadonlySet<string> {
    return new Set([...this.#open.values()].filter(({ isVisible }) => isVisible).map(({ context }) => context));
  }

  /**
   * Shows the page of an object when the user requests it. Reuses an open page or creates a new one. The page receives
   * keyboard focus.
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
    // The user opened a newer page in the meantime.
    if (this.#open.has(options.key)) {
      panel.dispose();
      return;
    }
    const open = this.#create(options, panel);
    open.waiting = waiting;
    // The page scrolled to the section before the reload.
    if (requests > 0) open.request = { section: '', count: requests };
    this.#update(open);
  }

  /** Redraws visible pages whose content has changed. */
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
    const page = { ...withCopyCommandActions(made), ...omitUndefined({ request: open.request }) };
    const sent = JSON.stringify(page);
    if (sent === open.sent) return;
    open.sent = sent;
    open.shown = page;
    open.panel.show(page);
  }

  /** Runs the effect with the given key if the page shows it. Ignores other keys. */
  #run(key: string, wanted: string): void {
    const open = this.#open.get(key);
    const effect = open?.shown === undefined ? undefined : effectOf(open.shown, wanted);
    if (effect === undefined || effect.kind === 'section') return;
    // Without this wait, VS Code would activate this page again after the effect shows another view.
    void open?.panel.hasKeyboard().then(() => {
      if (effect.kind === 'own') open.source.run?.(effect.name);
      else this.#parts.run(effect);
    });
  }
}

/**
 * Returns the last page of an object that is no longer available. Marks healthy and in-progress states as out of date,
 * because nothing confirms them anymore.
 */
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
