/** One panel with what came of recorded requests: replayed anew when the policy is edited, so that it always speaks of the text in view. */
import * as l10n from '@vscode/l10n';
import { workspace, type Disposable, type Uri } from 'vscode';
import { policyReplayRequest, type PolicyReplay, type ReplayEntry } from '#server/protocol/protocol.ts';
import { openBeside } from '#client/webview/openBeside.ts';
import { openPanel, type Panel } from '#client/webview/webviewPanel.ts';
import { asOf, fileName } from '../documentState.ts';
import { createFailureMarks } from './failureMarks.ts';
import { followText } from '../followText.ts';
import { latest, toldOnce } from '../latestOnlyRunner.ts';
import { policyPageStyle } from '../policyPageStyle.ts';
import { recordedRequest } from '../recordedRequest.ts';
import { readReplayMessage, replayView, type ReplayMessage, type ReplayView } from './replayView.ts';
import { RequestDocuments } from './requestDocuments.ts';
import { requestText } from './requestText.ts';
import { columnOf, reveal } from '../reveal.ts';
import type { RoomParts } from '../policyFeature.ts';
import { saveTestCase } from '../tests/saveTestCase.ts';

export class ReplayPanel implements Disposable {
  readonly #parts: RoomParts;
  readonly #marks = createFailureMarks();
  readonly #requests = new RequestDocuments();
  #panel: Panel<ReplayView> | undefined;

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  dispose(): void {
    this.#panel?.dispose();
    this.#marks.dispose();
    this.#requests.dispose();
  }

  /** Replays a log in the panel; what was in it before goes. */
  async show(policy: Uri, log: string): Promise<void> {
    await workspace.openTextDocument(policy);
    this.#panel?.dispose();
    const { language, log: logger, notify, shipped } = this.#parts;
    let shown: PolicyReplay | undefined;
    let chosen: number | undefined;
    let first = true;
    const refresh = latest(
      async () => {
        const document = await workspace.openTextDocument(policy);
        const { version } = document;
        const replay = await language.ask(policyReplayRequest, { uri: policy.toString(), log });
        if (document.version !== version) return;
        shown = replay;
        if (first) chosen = onlyChoice(replay);
        first = false;
        const savable = (entry: ReplayEntry) => recordedRequest(log, entry) !== undefined;
        panel.show(replayView(replay, { title: replayTitle(policy), asOf: asOf(document, new Date()), chosen, savable }));
        await this.#choose(policy, chosen === undefined ? undefined : replay.entries[chosen], false);
      },
      toldOnce(
        (error) => notify.error(l10n.t`The requests cannot be replayed`, error),
        (error) => logger.error('the requests cannot be replayed', error),
      ),
    );
    const onMessage = async ({ type, index }: ReplayMessage) => {
      const entry = shown?.entries[index];
      if (entry === undefined) return;
      await panel.hasKeyboard();
      if (type === 'save') await saveTestCase(policy, log, entry);
      else if (type === 'open') await this.#requests.show(`${entry.endpoint} ${index + 1}`, requestText(log, entry), columnOf(policy));
      else {
        chosen = index;
        refresh();
        await this.#choose(policy, entry, true);
      }
    };
    const following = followText(policy, refresh);
    const panel: Panel<ReplayView> = openBeside((column) =>
      openPanel<ReplayView, ReplayMessage>({
        viewType: 'osc.policyReplay',
        title: replayTitle(policy),
        column,
        style: policyPageStyle,
        takesFocus: true,
        script: shipped('dist', 'policyReplayPage.js'),
        read: readReplayMessage,
        onMessage: (message) => {
          onMessage(message).catch((error: unknown) => notify.error(error instanceof Error ? error.message : l10n.t`That did not work`, error));
        },
        onClose: () => {
          following.dispose();
          this.#marks.clear();
          this.#requests.clear();
          if (this.#panel === panel) this.#panel = undefined;
        },
      }),
    );
    this.#panel = panel;
    logger.info(`replaying ${log.length} characters through ${policy.path}`);
    refresh();
  }

  /** Marks in the policy why it was not allowed. */
  async #choose(policy: Uri, entry: ReplayEntry | undefined, takesKeyboard: boolean): Promise<void> {
    const [first] = entry?.failures ?? [];
    if (entry === undefined || first === undefined) {
      this.#marks.clear();
      return;
    }
    this.#marks.mark(await workspace.openTextDocument(policy), entry.failures);
    if (takesKeyboard) await reveal(policy, first.range);
  }
}

function replayTitle({ path }: Uri): string {
  return l10n.t`Replay: ${fileName(path)}`;
}

/** Where there is one request only, as in a message of denial, nobody has to choose it. */
function onlyChoice({ entries }: PolicyReplay): number | undefined {
  const [only, ...others] = entries;
  return only !== undefined && others.length === 0 && only.failures.length > 0 ? 0 : undefined;
}
