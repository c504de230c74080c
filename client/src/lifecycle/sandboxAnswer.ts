/** The answer to "is it sandboxed?" as Markdown. Without VS Code. */
import * as l10n from '@vscode/l10n';
import type { LiveEvent } from '../../../core/live/event.ts';
import type { PodSeen, SandboxEvidence, SandboxVerdict } from '../../../core/lifecycle/sandboxEvidence.ts';
import { configuringWorkload } from '../../../core/docSections.ts';
import { countWords, durationWords, oneLine } from '../../../core/live/words.ts';
import { prose } from '../tree/explained.ts';
import { escaped, paragraphs } from '../tree/markdown.ts';
import { plural, sentenceGap } from '../../../core/wording.ts';

export interface SandboxReport {
  readonly context: string;
  /** `Deployment web`. */
  readonly title: string;
  /** `10:41`. */
  readonly asOf: string;
  readonly pods: readonly { readonly pod: PodSeen; readonly evidence: SandboxEvidence }[];
  /** There were more than are listed. */
  readonly cut?: boolean;
  /** Why the events of the pods can't be listed, in a sentence. */
  readonly eventsProblem?: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Events of one pod that are shown. */
const mostEvents = 10;

export function sandboxReport({ context, title, asOf, pods, cut = false, eventsProblem, now }: SandboxReport): string {
  const lookedAt = l10n.t({ message: 'Looked at', args: [], comment: ['Head of a column: what was looked at.'] });
  const shows = l10n.t({ message: 'Shows', args: [], comment: ['Head of a column: what that shows.'] });
  return `${paragraphs(
    `# ${l10n.t`Is ${escaped(title)} sandboxed?`}`,
    `**${prose(answerFor(pods.map(({ evidence }) => evidence)))}**`,
    [l10n.t`On the cluster ${escaped(context)}, as of ${asOf}.`, ...(cut ? [l10n.t`It has more pods than are listed here.`] : [])].join(sentenceGap()),
    eventsProblem === undefined ? undefined : prose(l10n.t`Can't list the events of the pods: ${eventsProblem}`),
    ...pods.map(({ pod, evidence }) =>
      paragraphs(
        `## Pod ${escaped(pod.name)}`,
        escaped(evidence.headline),
        eventList(evidence.events, now),
        [
          `| ${lookedAt} | ${shows} | |`,
          '|---|---|---|',
          ...evidence.lines.map(({ what, says, speaks }) => `| ${escaped(what)} | ${escaped(says)} | ${speaksWords[speaks ?? 'neither']()} |`),
        ].join('\n'),
        evidence.todo === undefined ? undefined : prose(evidence.todo),
      ),
    ),
    l10n.t`The id of the sandbox stands in no status: on the node, \`crictl pods --name\` with the name of the pod shows it.`,
    `[${escaped(configuringWorkload.title)}](${configuringWorkload.url})`,
  )}\n`;
}

const speaksWords = { for: () => l10n.t`for a sandbox`, against: () => l10n.t`against a sandbox`, neither: () => '' } as const;

/** `- **FailedScheduling**, 2 min ago: 0/5 nodes are available …`; undefined if there are none. */
function eventList(events: readonly LiveEvent[], now: number): string | undefined {
  if (events.length === 0) return undefined;
  const lines = events.slice(0, mostEvents).map(({ type, reason, message, count, at }) => {
    const facts = [
      ...(type === 'Warning' ? [l10n.t({ message: 'Warning', args: [], comment: ['The type of an event.'] })] : []),
      ...(count > 1 ? [plural(count, l10n.t`${count} time`, l10n.t`${count} times`)] : []),
      ...(at === undefined ? [] : [l10n.t`${durationWords(now - at)} ago`]),
    ];
    return `- **${escaped(oneLine(reason, 60))}**${facts.length === 0 ? '' : ` (${escaped(facts.join(', '))})`}: ${escaped(oneLine(message, 600))}`;
  });
  return [`### ${l10n.t({ message: 'Events', args: [], comment: ['A heading: events of Kubernetes.'] })}`, '', ...lines].join('\n');
}

/** One answer for all pods, with the cause of the first that has no sandbox. */
export function answerFor(pods: readonly Pick<SandboxEvidence, 'verdict' | 'failure'>[]): string {
  return overall(
    pods.map(({ verdict }) => verdict),
    pods.find(({ failure }) => failure !== undefined)?.failure,
  );
}

/** One answer for all pods. @param failure why the first of those has no sandbox that have none */
export function overall(verdicts: readonly SandboxVerdict[], failure = ''): string {
  const count = (verdict: SandboxVerdict): number => verdicts.filter((one) => one === verdict).length;
  const [yes, no, without, unknown] = [count('yes'), count('no'), count('failed'), count('unknown')];
  if (verdicts.length === 0) return l10n.t`It cannot be told: it has no pods now.`;
  const of = countWords(verdicts.length, 'pod');
  if (yes === verdicts.length) return verdicts.length === 1 ? l10n.t`Yes.` : l10n.t`Yes, all ${of}.`;
  if (no === verdicts.length) return verdicts.length === 1 ? l10n.t`No.` : l10n.t`No, none of its ${of}.`;
  if (unknown === verdicts.length) return l10n.t`It cannot be told.`;
  const why = failure === '' ? '.' : `: ${failure}.`;
  if (without === verdicts.length) return `${plural(without, l10n.t`The pod has no sandbox`, l10n.t`None of the ${of} has a sandbox`)}${why}`;
  return [
    plural(yes, l10n.t`${yes} of ${of} runs in a sandbox.`, l10n.t`${yes} of ${of} run in a sandbox.`),
    ...(without === 0 ? [] : [`${yes + without === verdicts.length ? otherWords(without) : withoutWords(without)}${why}`]),
    ...(no === 0 ? [] : [plural(no, l10n.t`${no} pod runs ordinary containers.`, l10n.t`${no} pods run ordinary containers.`)]),
    ...(unknown === 0 ? [] : [plural(unknown, l10n.t`Unknown for ${unknown} pod.`, l10n.t`Unknown for ${unknown} pods.`)]),
  ].join(sentenceGap());
}

function otherWords(count: number): string {
  return count === 1 ? l10n.t`The other pod has no sandbox` : l10n.t`The other ${count} pods have no sandbox`;
}

function withoutWords(count: number): string {
  return plural(count, l10n.t`${count} pod has no sandbox`, l10n.t`${count} pods have no sandbox`);
}
