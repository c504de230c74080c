/** Defines diagnoses that are based only on log lines. */
import * as l10n from '@vscode/l10n';
import type { FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import { failedSandboxesOf } from '#core/status/nodes/failedSandboxes.ts';
import { formatNames } from '#core/text/phrases.ts';
import { selectPlural, getSentenceSeparator } from '#core/text/grammar.ts';
import type { LogHits } from '../evidence/mustGatherData.ts';
import type { LogMessage } from '#core/status/logMessages/logMessage.ts';
import { defineDiagnosis, type Diagnosis } from './diagnosis.ts';

/** Returns the sentence that follows every meaning and names the source of the finding. */
function asLogsSay(lines: number): string {
  return selectPlural(
    lines,
    l10n.t`${lines} log or event line shows this problem. It doesn't show whether the problem still exists.`,
    l10n.t`${lines} log and event lines show this problem. They don't show whether the problem still exists.`,
  );
}

/** Returns the nodes and pods that the matching lines and Events name, sorted. */
function namesOf(
  { nodes = [], pods = [] }: LogHits,
  failed: readonly FailedSandbox[],
): { readonly nodes: readonly string[]; readonly pods: readonly string[] } {
  return {
    nodes: [...new Set([...nodes, ...failed.flatMap(({ node }) => node ?? [])])].toSorted(),
    pods: [...new Set([...pods, ...failed.map(({ namespace, name }) => `${namespace}/${name}`)])].toSorted(),
  };
}

function nodesWords(nodes: readonly string[]): string {
  const [first] = nodes;
  if (first === undefined) return l10n.t`Nodes`;
  return nodes.length === 1 ? `Node ${first}` : l10n.t`Nodes ${formatNames(nodes)}`;
}

/** Creates the diagnosis of a log message. Logs show what happened, not whether the problem still exists. */
export function logDiagnosis({
  places,
  pattern,
  hints,
  about,
  meaning,
  todo,
  least = 1,
  when,
  describe,
  ...knowledge
}: LogMessage): Diagnosis {
  return defineDiagnosis({
    ...knowledge,
    log: { places, pattern, ...(hints === undefined ? {} : { hints }) },
    find({ logs, snapshot }) {
      const hits = logs.get(knowledge.id);
      if (hits === undefined || hits.count < least || when?.(snapshot) === false) return [];
      const failed = places.includes('events')
        ? failedSandboxesOf(snapshot).pods.filter((pod) => pattern.test(pod.message))
        : [];
      const { nodes, pods } = namesOf(hits, failed);
      const described = describe?.([...failed.map(({ message }) => message), ...hits.marks.map(({ text }) => text)]);
      const affected =
        pods.length === 0
          ? []
          : [
              selectPlural(
                pods.length,
                l10n.t`Affected pod: ${formatNames(pods)}.`,
                l10n.t`Affected pods: ${formatNames(pods)}.`,
              ),
            ];
      return [
        {
          health: 'attention',
          about: typeof about === 'function' ? about() : nodesWords(nodes),
          headline: described?.headline ?? knowledge.title(),
          meaning: [described?.meaning ?? meaning(), ...affected, asLogsSay(hits.count)].join(getSentenceSeparator()),
          todo: described?.todo ?? todo(),
          evidence: hits.marks,
          ...(knowledge.docs === undefined ? {} : { docs: knowledge.docs }),
        },
      ];
    },
  });
}
