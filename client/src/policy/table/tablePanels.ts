/** Manages the request tables of policies. Each policy has one panel, which updates as the user types. */
import * as l10n from '@vscode/l10n';
import { workspace, type Disposable, type Uri, type ViewColumn } from 'vscode';
import { policyTableRequest, type PolicyTable, type PolicyTableParams } from '#server/protocol/protocol.ts';
import { openBeside } from '#client/webview/openBeside.ts';
import { openPanel, type WebviewPanelHandle } from '#client/webview/webviewPanel.ts';
import { describeDocumentState, getFileName } from '../documentState.ts';
import { regoPolicies } from '../choosePolicy.ts';
import { followText } from '../followText.ts';
import { headText } from './gitHead.ts';
import { createLatestOnlyRunner, createOnceReporter } from '../latestOnlyRunner.ts';
import type { PolicyCandidate } from '../policyCandidates.ts';
import { policyPageStyle } from '../policyPageStyle.ts';
import { reveal } from '../reveal.ts';
import type { PolicyFeatureDeps } from '../policyFeature.ts';
import { readTableMessage, tableView, type TableMessage, type TableView } from './tableView.ts';

const head = { id: 'git:HEAD', title: 'git HEAD' };

export class TablePanels implements Disposable {
  readonly #parts: PolicyFeatureDeps;
  readonly #open = new Map<string, TablePanel>();

  constructor(parts: PolicyFeatureDeps) {
    this.#parts = parts;
  }

  /** Shows the table of a policy. Reuses an open panel. */
  async show(uri: Uri): Promise<void> {
    const open = this.#open.get(uri.toString());
    if (open !== undefined) {
      open.focus();
      open.refreshAll();
      return;
    }
    // Reports a read error before a panel opens.
    await workspace.openTextDocument(uri);
    this.#open.set(uri.toString(), new TablePanel(uri, this.#parts, () => this.#open.delete(uri.toString())));
  }

  dispose(): void {
    for (const panel of this.#open.values()) panel.dispose();
  }
}

/** The panel with the table of one policy. */
class TablePanel implements Disposable {
  /** Requests the table of the current text. */
  readonly refresh: () => void;
  readonly #uri: Uri;
  readonly #parts: PolicyFeatureDeps;
  readonly #panel: WebviewPanelHandle<TableView>;
  #shown: PolicyTable | undefined;
  /** Other policies of the workspace. Listed again when the panel is opened again. */
  #others: Promise<readonly PolicyCandidate<Uri>[]> | undefined;
  /** ID of the policy to compare with. */
  #base: string | undefined;

  constructor(uri: Uri, parts: PolicyFeatureDeps, onClose: () => void) {
    const { log, notify } = parts;
    this.#uri = uri;
    this.#parts = parts;
    this.refresh = createLatestOnlyRunner(
      () => this.#update(),
      createOnceReporter(
        (error) => notify.error(l10n.t`Can't show the request table for ${getFileName(uri.path)}`, error),
        (error) => log.error(`Can't show the policy table of ${uri.path}`, error),
      ),
    );
    const following = followText(uri, this.refresh);
    this.#panel = openBeside((column) =>
      this.#open(column, () => {
        following.dispose();
        onClose();
      }),
    );
    this.refresh();
  }

  focus(): void {
    this.#panel.focus();
  }

  /** Requests the table and lists the other policies again. */
  refreshAll(): void {
    this.#others = undefined;
    this.refresh();
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #open(column: ViewColumn, onClose: () => void): WebviewPanelHandle<TableView> {
    return openPanel<TableView, TableMessage>({
      viewType: 'osc.policyTable',
      title: l10n.t`Requests: ${getFileName(this.#uri.path)}`,
      column,
      style: policyPageStyle,
      takesFocus: true,
      script: this.#parts.shipped('dist', 'policyTablePage.js'),
      read: readTableMessage,
      onMessage: (message) => this.#receive(message),
      onClose,
    });
  }

  async #update(): Promise<void> {
    const uri = this.#uri;
    const document = await workspace.openTextDocument(uri);
    const { version } = document;
    this.#others ??= listOthers(uri);
    const bases = await listOwnBases(uri, await this.#others);
    const chosen = bases.find(({ id }) => id === this.#base);
    const text = await chosen?.read();
    const base = askedBase(this.#base, chosen, text);
    const table = await this.#parts.language.ask(policyTableRequest, { uri: uri.toString(), ...base });
    // The text changed meanwhile, and the change requested another table.
    if (document.version !== version) return;
    this.#shown = table;
    const frame = {
      title: getFileName(uri.path),
      asOf: describeDocumentState(document, new Date()),
      ownBases: bases.map(({ id, title }) => ({ id, title })),
      ownBase: text === undefined ? undefined : chosen?.id,
    };
    this.#panel.show(tableView(table, frame));
  }

  #receive(message: TableMessage): void {
    if (message.type === 'base') {
      this.#base = message.id;
      this.refresh();
      return;
    }
    const range = this.#shown?.rows.find(({ endpoint }) => endpoint === message.endpoint)?.range;
    if (range === undefined) return;
    this.#panel
      .hasKeyboard()
      .then(() => reveal(this.#uri, range))
      .then(undefined, (error: unknown) => this.#parts.notify.error(l10n.t`The command failed`, error));
  }
}

/** A base policy for the comparison. Only the client can read it, not the server. */
interface OwnBase {
  readonly id: string;
  readonly title: string;
  readonly read: () => Promise<string | undefined>;
}

/** Maximum number of other policies in the list. */
const maxOthers = 30;

/** Lists the other policies of the workspace. */
async function listOthers(uri: Uri): Promise<readonly PolicyCandidate<Uri>[]> {
  return (await regoPolicies()).filter((other) => other.uri.toString() !== uri.toString()).slice(0, maxOthers);
}

/** Lists the version at HEAD, if there is one, and the other policies of the workspace. */
async function listOwnBases(uri: Uri, others: readonly PolicyCandidate<Uri>[]): Promise<readonly OwnBase[]> {
  const text = await headText(uri);
  return [
    ...(text === undefined ? [] : [{ ...head, read: () => Promise.resolve(text) }]),
    ...others.map((other) => ({
      id: other.uri.toString(),
      title: other.description === '' ? other.label : `${other.label} (${other.description})`,
      read: () => readPolicy(other.uri),
    })),
  ];
}

async function readPolicy(uri: Uri): Promise<string | undefined> {
  try {
    return (await workspace.openTextDocument(uri)).getText();
  } catch {
    // The file was deleted.
    return undefined;
  }
}

function askedBase(
  id: string | undefined,
  own: OwnBase | undefined,
  text: string | undefined,
): Pick<PolicyTableParams, 'base'> {
  if (own !== undefined) return text === undefined ? {} : { base: { title: own.title, text } };
  return id === undefined || id === head.id ? {} : { base: id };
}
