/**
 * Panel with replayed requests. Replays again when the policy changes, so that the results always match the current
 * text.
 */
import * as l10n from '@vscode/l10n';
import { TextEdit, workspace, WorkspaceEdit, type Disposable, type Uri, type ViewColumn } from 'vscode';
import { policyReplayRequest, type PolicyReplay, type ReplayEntry } from '#server/protocol/protocol.ts';
import { openBeside } from '#client/webview/openBeside.ts';
import { openPanel, type WebviewPanelHandle } from '#client/webview/webviewPanel.ts';
import { describeDocumentState, getFileName } from '../documentState.ts';
import { createFailureMarks, type FailureMarks } from './failureMarks.ts';
import { followText } from '../followText.ts';
import { createLatestOnlyRunner, createOnceReporter } from '../latestOnlyRunner.ts';
import { policyPageStyle } from '../policyPageStyle.ts';
import { recordedRequest } from '../recordedRequest.ts';
import { readReplayMessage, replayView, type ReplayMessage, type ReplayView } from './replayView.ts';
import { RequestDocuments } from './requestDocuments.ts';
import { requestText } from './requestText.ts';
import { columnOf, editorRange, reveal, scrollTo } from '../reveal.ts';
import type { PolicyFeatureDeps } from '../policyFeature.ts';
import { saveTestCase } from '../tests/saveTestCase.ts';

export class ReplayPanel implements Disposable {
  readonly #parts: PolicyFeatureDeps;
  readonly #marks = createFailureMarks();
  readonly #requests = new RequestDocuments();
  #replay: Replay | undefined;

  constructor(parts: PolicyFeatureDeps) {
    this.#parts = parts;
  }

  dispose(): void {
    this.#replay?.dispose();
    this.#marks.dispose();
    this.#requests.dispose();
  }

  /** Replays a log in the panel and replaces the previous content. */
  async show(policy: Uri, log: string): Promise<void> {
    await workspace.openTextDocument(policy);
    this.#replay?.dispose();
    const replay: Replay = new Replay({
      ...this.#parts,
      policy,
      requestLog: log,
      marks: this.#marks,
      requests: this.#requests,
      onClose: () => {
        this.#marks.clear();
        this.#requests.clear();
        if (this.#replay === replay) this.#replay = undefined;
      },
    });
    this.#replay = replay;
    this.#parts.log.info(`Replaying a log of ${log.length} characters with ${policy.path}`);
    replay.refresh();
  }
}

interface ReplayParts extends PolicyFeatureDeps {
  readonly policy: Uri;
  readonly requestLog: string;
  readonly marks: FailureMarks;
  readonly requests: RequestDocuments;
  readonly onClose: () => void;
}

/** A replayed log and its panel. */
class Replay implements Disposable {
  /** Replays the log with the current text of the policy. */
  readonly refresh: () => void;
  readonly #parts: ReplayParts;
  readonly #panel: WebviewPanelHandle<ReplayView>;
  readonly #following: Disposable;
  #shown: PolicyReplay | undefined;
  /** Version of the policy document that was replayed. */
  #shownVersion: number | undefined;
  /** Index of the request whose failures are marked in the policy. */
  #chosen: number | undefined;
  /** Index of the request whose evaluated expressions are shown. */
  #traced: number | undefined;

  constructor(parts: ReplayParts) {
    const { policy, log, notify } = parts;
    this.#parts = parts;
    this.refresh = createLatestOnlyRunner(
      () => this.#update(),
      createOnceReporter(
        (error) => notify.error(l10n.t`Can't replay the requests`, error),
        (error) => log.error("Can't replay the requests", error),
      ),
    );
    this.#following = followText(policy, this.refresh);
    this.#panel = openBeside((column) => this.#open(column));
  }

  dispose(): void {
    this.#panel.dispose();
  }

  #open(column: ViewColumn): WebviewPanelHandle<ReplayView> {
    const { policy, notify, shipped, onClose } = this.#parts;
    return openPanel<ReplayView, ReplayMessage>({
      viewType: 'osc.policyReplay',
      title: replayTitle(policy),
      column,
      style: policyPageStyle,
      takesFocus: true,
      script: shipped('dist', 'policyReplayPage.js'),
      read: readReplayMessage,
      onMessage: (message) => {
        this.#receive(message).catch((error: unknown) =>
          notify.error(error instanceof Error ? error.message : l10n.t`The command failed`, error),
        );
      },
      onClose: () => {
        this.#following.dispose();
        onClose();
      },
    });
  }

  async #update(): Promise<void> {
    const { policy, requestLog, language } = this.#parts;
    const document = await workspace.openTextDocument(policy);
    const { version } = document;
    const traced = this.#traced;
    const replay = await language.ask(policyReplayRequest, {
      uri: policy.toString(),
      log: requestLog,
      ...(traced === undefined ? {} : { trace: traced }),
    });
    if (document.version !== version) return;
    const isFirst = this.#shown === undefined;
    if (isFirst) this.#chosen = onlyChoice(replay);
    this.#shown = replay;
    this.#shownVersion = version;
    const chosen = this.#chosen;
    const chosenEntry = chosen === undefined ? undefined : replay.entries[chosen];
    const savable = (entry: ReplayEntry) => recordedRequest(requestLog, entry) !== undefined;
    this.#panel.show(
      replayView(replay, {
        title: replayTitle(policy),
        asOf: describeDocumentState(document, new Date()),
        chosen,
        savable,
      }),
    );
    await this.#mark(chosenEntry, false);
    const [failure] = chosenEntry?.failures ?? [];
    if (isFirst && failure !== undefined) scrollTo(policy, failure.range);
  }

  async #receive({ type, index }: ReplayMessage): Promise<void> {
    const { policy, requestLog, requests } = this.#parts;
    const entry = this.#shown?.entries[index];
    if (entry === undefined) return;
    await this.#panel.hasKeyboard();
    if (type === 'save') await saveTestCase(policy, requestLog, entry);
    else if (type === 'fix') await this.#fix(entry);
    else if (type === 'trace') {
      this.#traced = this.#traced === index ? undefined : index;
      this.refresh();
    } else if (type === 'open')
      await requests.show(`${entry.endpoint} ${index + 1}`, requestText(requestLog, entry), columnOf(policy));
    else {
      this.#chosen = index;
      this.refresh();
      await this.#mark(entry, true);
    }
  }

  /** Adds the missing defaults to the policy. The replay then updates, because the text changes. */
  async #fix({ fix }: ReplayEntry): Promise<void> {
    const { policy } = this.#parts;
    const document = await workspace.openTextDocument(policy);
    // The positions are those of the replayed text.
    if (fix === undefined || document.version !== this.#shownVersion) return;
    const edit = new WorkspaceEdit();
    edit.set(
      policy,
      fix.edits.map(({ range, newText }) => TextEdit.replace(editorRange(range), newText)),
    );
    await workspace.applyEdit(edit);
    const [first] = fix.edits;
    if (first !== undefined) await reveal(policy, first.range);
  }

  /** Marks in the policy why the request wasn't allowed. */
  async #mark(entry: ReplayEntry | undefined, takesKeyboard: boolean): Promise<void> {
    const { policy, marks } = this.#parts;
    const [first] = entry?.failures ?? [];
    if (entry === undefined || first === undefined) {
      marks.clear();
      return;
    }
    marks.mark(await workspace.openTextDocument(policy), entry.failures);
    if (takesKeyboard) await reveal(policy, first.range);
  }
}

function replayTitle({ path }: Uri): string {
  return l10n.t`Replay: ${getFileName(path)}`;
}

/** Returns the index of the only request, as in a denial message, so that the user doesn't need to select it. */
function onlyChoice({ entries }: PolicyReplay): number | undefined {
  const [only, ...others] = entries;
  return only !== undefined && others.length === 0 && only.failures.length > 0 ? 0 : undefined;
}
