/** Asks for the time range and the method, then shows the node log. */
import * as l10n from '@vscode/l10n';
import { copyText } from '#client/vscode/copyText.ts';
import { sanitizeLine } from '#core/text/sanitize.ts';
import type { LogPreset } from '#core/logs/logPresets.ts';
import { isNodeName } from '#core/mustGather/collectChoices.ts';
import { runOc } from '#client/oc/runOc.ts';
import { usableOc } from '#client/oc/usableOc.ts';
import { findWorkingFolder } from '#client/processes/homeFolder.ts';
import { createOcArguments } from '#client/oc/ocEnv.ts';
import { quoteShellCommand } from '#core/oc/shellText.ts';
import { askNamed, type NamedInputStep } from '#client/vscode/prompts/askSteps.ts';
import type { OpenCluster } from '#client/clusters/state/openCluster.ts';
import { showLog } from '../view/logPanel.ts';
import type { LogModel } from '../view/logModel.ts';
import { noFilter, presetNamed, type FilterView } from '../view/logView.ts';
import type { StoredLogSource } from '../sources/logSource.ts';
import type { LogsContext } from '../context.ts';
import type { LogObserver } from './followSandbox.ts';
import type { StartLogStream } from '../logStream.ts';
import { rangeOf, rangeStep } from './askRange.ts';
import { requestText, listLogMethods, type LogMethod, type LogMethods } from './logMethods.ts';
import { writeFromApi } from './streamFromApi.ts';
import { writeFromOc } from './streamFromOc.ts';
import { joinSentences } from '#core/text/grammar.ts';

export interface NodeLog {
  /** Title of the prompts. */
  readonly title: string;
  readonly node: string;
  readonly preset: LogPreset;
  /** Filter to use instead of the preset's. */
  readonly filter?: FilterView;
  readonly notes?: readonly string[];
  /** Title of the tab. The default title contains the part of the journal and the node. */
  readonly name?: string;
  /**
   * Called when the log is shown.
   * @returns an observer of the log, which is also notified when the log is read again
   */
  readonly onOpen?: (model: LogModel) => LogObserver;
}

/** Asks the user and shows the log. Resolves when the log is shown or the user cancels. */
export async function showNodeLog(tools: LogsContext, cluster: OpenCluster, log: NodeLog): Promise<void> {
  const { node, preset, title } = log;
  if (!isNodeName(node))
    throw new Error(l10n.t`Invalid node name "${sanitizeLine(node, 100)}". No command was created.`);
  const oc = await usableOc(tools);
  const ocCluster = tools.clusters.ocCluster(cluster.context);
  const now = tools.clock.now();
  const waysFor = (answers: ReadonlyMap<string, string>): LogMethods => {
    const wish = { node, preset: preset.id, ...rangeOf(answers, now) };
    const ways = listLogMethods({
      wish,
      cluster: ocCluster,
      noOc: oc.ok ? undefined : oc.error.message,
      isReadOnly: tools.settings.readOnly(),
    });
    if (!ways.ok) throw new Error(ways.error);
    return ways.value;
  };
  const answers = await askNamed(title, (given) => rangeStep(given, now) ?? wayStep(given, node, waysFor(given).all));
  if (answers === undefined) return;
  const { all, request } = waysFor(answers);
  const wanted = answers.get('command');
  const way = all.find(({ id }) => id === (wanted ?? answers.get('way')));
  if (way === undefined) return;
  if (wanted !== undefined) return copyText(way.command);
  if (way.refused !== undefined) return offerCopy(tools, way);
  const shownLog: NodeLog = way.note === undefined ? log : { ...log, notes: [...(log.notes ?? []), way.note] };
  if (way.id === 'api') {
    const from = { text: `${cluster.context}: ${requestText(request)}`, command: way.command };
    return open(tools, cluster, shownLog, from, writeFromApi(cluster.connection, node, request));
  }
  if (!oc.ok || ocCluster === undefined) return;
  const program = oc.value;
  const shown = quoteShellCommand([program.path, ...createOcArguments(ocCluster, way.args)]);
  const run = l10n.t`Run`;
  if (
    !(await tools.notify.confirm(
      l10n.t`Run this command on ${cluster.context}?`,
      `${shown}\n\n${way.consequence}`,
      run,
    ))
  )
    return;
  // `osc.readOnly` might have been enabled while the confirmation was open.
  const asOfNow = waysFor(answers).all.find(({ id }) => id === way.id);
  if (asOfNow?.refused !== undefined) return offerCopy(tools, asOfNow);
  const start = writeFromOc(
    (take) => runOc({ program, cluster: ocCluster, args: way.args, folder: findWorkingFolder(), ...take }),
    tools.clock,
  );
  open(tools, cluster, shownLog, { text: shown, command: way.command }, start);
}

function wayStep(
  answers: ReadonlyMap<string, string>,
  node: string,
  ways: readonly LogMethod[],
): NamedInputStep | undefined {
  const how = answers.get('way');
  if (how === undefined) {
    const items = ways.map(({ id, label, detail, refused }) => ({
      value: id,
      label,
      detail,
      ...(refused === undefined ? {} : { icon: 'circle-slash' }),
    }));
    return {
      name: 'way',
      placeHolder: l10n.t`Select how to read the journal on ${node}`,
      items: [...items, { value: 'copy', icon: 'copy', label: l10n.t`Copy Command` }],
    };
  }
  if (how !== 'copy' || answers.has('command')) return undefined;
  const items = ways
    .filter(({ id }) => id !== 'api')
    .map(({ id, tool, command }) => ({ value: id, label: tool, detail: command }));
  return { name: 'command', placeHolder: l10n.t`Select a command`, items };
}

/** Shows why a method is unavailable and offers to copy its command. */
async function offerCopy({ notify }: LogsContext, { refused = '', command }: LogMethod): Promise<void> {
  const chosen = await notify.tell('warning', refused, l10n.t`Copy Command`);
  if (chosen !== undefined) await copyText(command);
}

/** Origin of the lines: what the extension sent or ran, and the `oc` command that reads the same lines. */
interface Origin {
  readonly text: string;
  readonly command: string;
}

function open(tools: LogsContext, cluster: OpenCluster, log: NodeLog, from: Origin, writing: StartLogStream): void {
  const { node, preset } = log;
  let stop: (() => void) | undefined;
  let onlooker: LogObserver | undefined;
  const begin = (): StoredLogSource => {
    stop?.();
    const source = tools.growingLog();
    const begun = writing(source);
    stop = tools.running.add(begun);
    begun.ended.catch((error: unknown) => tools.log.error(`Can't continue to read the journal of ${node}`, error));
    onlooker?.read(source);
    return source;
  };
  const source = begin();
  const model = showLog(tools, {
    title: log.name ?? `${preset.title()}: ${node}`,
    from: from.text,
    command: from.command,
    source,
    filter: log.filter ?? { ...noFilter, origin: presetNamed(preset.id) ?? '' },
    notes: [...(log.notes ?? []), ...debugNotes(cluster, preset)],
    retry: begin,
    onClose() {
      stop?.();
      onlooker?.close();
    },
  });
  onlooker = log.onOpen?.(model);
  onlooker?.read(source);
}

/** Returns notes about lines that aren't logged at the current log level. */
function debugNotes({ snapshot }: OpenCluster, { needs, title }: LogPreset): readonly string[] {
  const levels = [...snapshot.kataConfigs.items.values()].map(({ logLevel }) => logLevel ?? 'info');
  if (needs === undefined || levels.length === 0 || levels.includes('debug')) return [];
  const now = l10n.t({
    message: 'The current log level is {0}. To change it, see the documentation: {1}.',
    args: [levels[0] ?? '', needs.section.title],
    comment: ['{0} is a log level, such as info. {1} is the title of a section of the documentation.'],
  });
  return [`${title()}: ${joinSentences(needs.text(), now)}`];
}
