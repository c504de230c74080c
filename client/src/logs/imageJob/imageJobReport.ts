/** Why the image of pod VMs could not be made, as Markdown: what is known, what the lines say, the lines. Without VS Code. */
import * as l10n from '@vscode/l10n';
import { logImageJob } from '../../../../core/diagnosis/findings/logImageJob.ts';
import { shellLine } from '../../../../core/lifecycle/runbook/shellText.ts';
import { markdownCode, markdownText } from '../../../../core/live/markdownText.ts';
import type { Snapshot } from '../../../../core/live/snapshot.ts';
import { peerPodsParts } from '../../../../core/live/status/peerPodsParts.ts';
import { isKnown } from '../../../../core/live/status/surroundings.ts';
import { shownText } from '../../../../core/logs/shown.ts';
import { operatorNamespace } from '../../../../core/namespaces.ts';
import { explanationMarkdown, prose } from '../../tree/explained.ts';
import { escaped, paragraphs } from '../../tree/markdown.ts';
import { imageJobName, type ImageJobSeen, type ImagePod } from './readImageJob.ts';

export interface ImageJobReport {
  readonly context: string;
  /** `10:41`. */
  readonly asOf: string;
  readonly snapshot: Snapshot;
  readonly seen: ImageJobSeen;
  /** A moment as it is shown. @param at milliseconds since 1970 */
  readonly time: (at: number) => string;
}

/** Lines that are put first, at most. */
const mostTelling = 20;

export function imageJobReport({ context, asOf, snapshot, seen, time }: ImageJobReport): string {
  const part = peerPodsParts(snapshot).find(({ id }) => id === 'podVmImage');
  const telling = tellingLines(seen);
  // What could not be read may be there.
  const nothing = seen.pods.length === 0 && seen.events.length === 0 && seen.problems.length === 0;
  return `${paragraphs(
    `# ${l10n.t`Pod VM image`}`,
    part === undefined ? undefined : `**${prose(part.headline)}**`,
    l10n.t`On the cluster ${escaped(context)}, as of ${asOf}.`,
    part === undefined ? noPeerPods(snapshot) : explanationMarkdown(part),
    ...seen.problems.map((problem) => l10n.t`Not known: ${markdownText(problem)}`),
    telling.length === 0
      ? undefined
      : paragraphs(`## ${l10n.t`What the job says went wrong`}`, telling.map((line) => `- ${markdownCode(shownText(line))}`).join('\n')),
    `## ${l10n.t`The job`}`,
    seen.job === undefined
      ? seen.isJobUnread === true
        ? l10n.t`Whether the job ${markdownCode(imageJobName)} is there is not known.`
        : nothing
          ? l10n.t`The job ${markdownCode(imageJobName)} is not there: the operator removes it when it is over. Nor are pods or events of it: events are kept for some hours only.`
          : l10n.t`The job ${markdownCode(imageJobName)} is not there: the operator removes it when it is over.`
      : markdownText(seen.job),
    seen.events.length === 0
      ? undefined
      : [
          l10n.t({
            message: '| Last seen | Type | Reason | Message | Times |',
            args: [],
            comment: ['The head of a table of events. Keep the bars. Times: how often it was seen.'],
          }),
          '|---|---|---|---|---|',
          ...seen.events.map(
            ({ at, type, reason, message, count }) =>
              `| ${at === undefined ? '' : time(at)} | ${markdownText(type)} | ${markdownText(reason)} | ${markdownText(message)} | ${count} |`,
          ),
        ].join('\n'),
    ...seen.pods.map(podMarkdown),
    `## ${l10n.t`Commands`}`,
    [logsCommand, eventsCommand].map((argv) => `    ${shellLine(argv)}`).join('\n'),
  )}\n`;
}

function noPeerPods(snapshot: Snapshot): string {
  return isKnown(snapshot, 'kataConfigs') && isKnown(snapshot, 'configMaps')
    ? l10n.t`No peer pods are set up on this cluster.`
    : l10n.t`Whether peer pods are set up on this cluster is not known.`;
}

/** By the label of its pods: it works when the job is gone, too. */
const logsCommand = ['oc', 'logs', '-n', operatorNamespace, '-l', `job-name=${imageJobName}`, '--tail=-1'];
const eventsCommand = ['oc', 'get', 'events', '-n', operatorNamespace, '--field-selector', `involvedObject.name=${imageJobName}`];

/** Lines of the newest pod that has any, as the diagnosis of must-gathers knows them. */
function tellingLines({ pods }: ImageJobSeen): readonly string[] {
  const pattern = logImageJob.log?.pattern;
  if (pattern === undefined) return [];
  for (const { containers } of pods) {
    const found = containers.flatMap(({ lines }) => lines.filter((line) => pattern.test(line.slice(0, 2000))));
    if (found.length > 0) return [...new Set(found)].slice(-mostTelling);
  }
  return [];
}

function podMarkdown({ name, phase, containers }: ImagePod): string {
  return paragraphs(
    `## ${l10n.t`Pod ${escaped(name)}`}`,
    markdownText(phase),
    ...containers.map(({ name: container, ended, lines, cut, problem }) =>
      paragraphs(
        `### ${l10n.t`Container ${escaped(container)}`}${ended === undefined ? '' : `: ${escaped(ended)}`}`,
        problem === undefined ? undefined : l10n.t`Its log cannot be read: ${markdownText(problem)}`,
        problem === undefined && lines.length === 0 ? l10n.t`It wrote nothing.` : undefined,
        cut ? l10n.t`The last ${lines.length} lines:` : undefined,
        lines.length === 0 ? undefined : lines.map((line) => `    ${shownText(line)}`).join('\n'),
      ),
    ),
  );
}
