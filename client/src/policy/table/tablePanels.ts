/** The tables of policies: a panel for each, up to date with the text as it is typed. */
import * as l10n from '@vscode/l10n';
import { workspace, type Disposable, type Uri } from 'vscode';
import { policyTableRequest, type PolicyTable, type PolicyTableParams } from '#server/protocol/protocol.ts';
import { openBeside } from '#client/webview/openBeside.ts';
import { openPanel, type Panel } from '#client/webview/webviewPanel.ts';
import { asOf, fileName } from '../documentState.ts';
import { followText } from '../followText.ts';
import { headText } from './gitHead.ts';
import { latest, toldOnce } from '../latestOnlyRunner.ts';
import { policyPageStyle } from '../policyPageStyle.ts';
import { reveal } from '../reveal.ts';
import type { RoomParts } from '../policyFeature.ts';
import { readTableMessage, tableView, type TableMessage, type TableView } from './tableView.ts';

const head = { id: 'git:HEAD', title: 'git HEAD' };

interface OpenTable {
  readonly panel: Panel<TableView>;
  readonly refresh: () => void;
}

export class TablePanels implements Disposable {
  readonly #parts: RoomParts;
  readonly #open = new Map<string, OpenTable>();

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  /** Shows the table of this policy, in the panel that it has already when there is one. */
  async show(uri: Uri): Promise<void> {
    const open = this.#open.get(uri.toString());
    if (open !== undefined) {
      open.panel.focus();
      open.refresh();
      return;
    }
    // That it cannot be read is said before there is a panel.
    await workspace.openTextDocument(uri);
    this.#open.set(uri.toString(), this.#create(uri));
  }

  dispose(): void {
    for (const { panel } of this.#open.values()) panel.dispose();
  }

  #create(uri: Uri): OpenTable {
    const { language, log, notify, shipped } = this.#parts;
    let shown: PolicyTable | undefined;
    let base: string | undefined;
    const refresh = latest(
      async () => {
        const document = await workspace.openTextDocument(uri);
        const { version } = document;
        const text = await headText(uri);
        const ownBase = base === head.id && text !== undefined ? head.id : undefined;
        const table = await language.ask(policyTableRequest, { uri: uri.toString(), ...askedBase(base, ownBase === undefined ? undefined : text) });
        // What was typed meanwhile has asked for another one.
        if (document.version !== version) return;
        shown = table;
        const frame = { title: fileName(uri.path), asOf: asOf(document, new Date()), ownBases: text === undefined ? [] : [head], ownBase };
        panel.show(tableView(table, frame));
      },
      toldOnce(
        (error) => notify.error(l10n.t`The table of ${fileName(uri.path)} cannot be shown`, error),
        (error) => log.error(`the table of ${uri.path} cannot be shown`, error),
      ),
    );
    const following = followText(uri, refresh);
    const panel: Panel<TableView> = openBeside((column) =>
      openPanel<TableView, TableMessage>({
        viewType: 'osc.policyTable',
        title: l10n.t`Requests: ${fileName(uri.path)}`,
        column,
        style: policyPageStyle,
        takesFocus: true,
        script: shipped('dist', 'policyTablePage.js'),
        read: readTableMessage,
        onMessage(message) {
          if (message.type === 'base') {
            base = message.id;
            refresh();
            return;
          }
          const range = shown?.rows.find(({ endpoint }) => endpoint === message.endpoint)?.range;
          if (range === undefined) return;
          panel
            .hasKeyboard()
            .then(() => reveal(uri, range))
            .then(undefined, (error: unknown) => notify.error(l10n.t`The rule cannot be shown`, error));
        },
        onClose: () => {
          following.dispose();
          this.#open.delete(uri.toString());
        },
      }),
    );
    refresh();
    return { panel, refresh };
  }
}

function askedBase(base: string | undefined, text: string | undefined): Pick<PolicyTableParams, 'base'> {
  if (text !== undefined) return { base: { title: head.title, text } };
  return base === undefined || base === head.id ? {} : { base };
}
