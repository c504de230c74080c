/** The answer to "is it sandboxed?" as Markdown. Without VS Code. */
import type { PodSeen, SandboxEvidence, SandboxVerdict } from '../../../core/lifecycle/sandboxEvidence.ts';
import { configuringWorkload } from '../../../core/docSections.ts';
import { countWords } from '../../../core/live/words.ts';
import { prose } from '../tree/explained.ts';
import { escaped, paragraphs } from '../tree/markdown.ts';

export interface SandboxReport {
  readonly context: string;
  /** `Deployment web`. */
  readonly title: string;
  /** `10:41`. */
  readonly asOf: string;
  readonly pods: readonly { readonly pod: PodSeen; readonly evidence: SandboxEvidence }[];
  /** There were more than are listed. */
  readonly cut?: boolean;
}

export function sandboxReport({ context, title, asOf, pods, cut = false }: SandboxReport): string {
  return `${paragraphs(
    `# Is ${escaped(title)} sandboxed?`,
    `**${prose(overall(pods.map(({ evidence }) => evidence.verdict)))}**`,
    `On the cluster ${escaped(context)}, as of ${asOf}.${cut ? ' It has more pods than are listed here.' : ''}`,
    ...pods.map(({ pod, evidence }) =>
      paragraphs(
        `## Pod ${escaped(pod.name)}`,
        escaped(evidence.headline),
        [
          '| Looked at | Shows | |',
          '|---|---|---|',
          ...evidence.lines.map(({ what, says, speaks }) => `| ${escaped(what)} | ${escaped(says)} | ${speaks === undefined ? '' : `${speaks} a sandbox`} |`),
        ].join('\n'),
        evidence.todo === undefined ? undefined : prose(evidence.todo),
      ),
    ),
    'The id of the sandbox stands in no status: on the node, `crictl pods --name` with the name of the pod shows it.',
    `[${escaped(configuringWorkload.title)}](${configuringWorkload.url})`,
  )}\n`;
}

/** One answer for all pods. */
export function overall(verdicts: readonly SandboxVerdict[]): string {
  const count = (verdict: SandboxVerdict): number => verdicts.filter((one) => one === verdict).length;
  const [yes, no, unknown] = [count('yes'), count('no'), count('unknown')];
  if (verdicts.length === 0) return 'It cannot be told: it has no pods now.';
  const of = countWords(verdicts.length, 'pod');
  if (yes === verdicts.length) return verdicts.length === 1 ? 'Yes.' : `Yes, all ${of}.`;
  if (no === verdicts.length) return verdicts.length === 1 ? 'No.' : `No, none of its ${of}.`;
  if (unknown === verdicts.length) return 'It cannot be told.';
  return `In part: of ${of}, ${yes} ${yes === 1 ? 'is' : 'are'}, ${no} ${no === 1 ? 'is' : 'are'} not, of ${unknown} it cannot be told.`;
}
