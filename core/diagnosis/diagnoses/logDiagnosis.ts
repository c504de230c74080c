/** A diagnosis that rests on lines of logs alone. */
import * as l10n from '@vscode/l10n';
import type { DocSection } from '#core/product/docSection.ts';
import type { FailedSandbox } from '#core/cluster/objects/failedSandbox.ts';
import type { Snapshot } from '#core/cluster/snapshot.ts';
import { failedSandboxesOf } from '#core/status/nodes/failedSandboxes.ts';
import { namesWords } from '#core/text/phrases.ts';
import { plural, sentenceGap } from '#core/text/grammar.ts';
import type { LogHits } from '../evidence/mustGatherData.ts';
import { defineDiagnosis, type Diagnosis, type LogPlace } from './diagnosis.ts';

interface LogKnowledge {
  readonly id: string;
  readonly title: string;
  readonly likelihood: number;
  readonly follows?: readonly string[];
  readonly places: readonly LogPlace[];
  readonly pattern: RegExp;
  readonly hints?: readonly string[];
  /** The subject of the finding: `Pod VM image`. `nodes`: the nodes of the matching lines. */
  readonly about: string | { readonly kind: 'nodes' };
  readonly meaning: string;
  readonly todo: string;
  readonly docs?: DocSection;
  /** Fewer lines are normal; 1 if not said. */
  readonly least?: number;
  /** Whether it matters now: logs tell of what was. */
  readonly when?: (snapshot: Snapshot) => boolean;
}

/** The sentence behind every meaning: from whom it is known. */
export function asLogsSay(lines: number): string {
  return plural(
    lines,
    l10n.t`${lines} line of logs and events says so; whether it is so still, they cannot tell.`,
    l10n.t`${lines} lines of logs and events say so; whether it is so still, they cannot tell.`,
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
  return nodes.length === 1 ? `Node ${first}` : l10n.t`Nodes ${namesWords(nodes)}`;
}

/** It is found when a line matches; that somebody wrote it does not say that it is so still. */
export function defineLogDiagnosis({ places, pattern, hints, about, meaning, todo, least = 1, when, ...knowledge }: LogKnowledge): Diagnosis {
  return defineDiagnosis({
    ...knowledge,
    log: { places, pattern, ...(hints === undefined ? {} : { hints }) },
    find({ logs, snapshot }) {
      const hits = logs.get(knowledge.id);
      if (hits === undefined || hits.count < least || when?.(snapshot) === false) return [];
      const { nodes, pods } = namesOf(hits, places.includes('events') ? failedSandboxesOf(snapshot).pods.filter((pod) => pattern.test(pod.message)) : []);
      const affected = pods.length === 0 ? [] : [plural(pods.length, l10n.t`Affected pod: ${namesWords(pods)}.`, l10n.t`Affected pods: ${namesWords(pods)}.`)];
      return [
        {
          health: 'attention',
          about: typeof about === 'string' ? about : nodesWords(nodes),
          headline: knowledge.title,
          meaning: [meaning, ...affected, asLogsSay(hits.count)].join(sentenceGap()),
          todo,
          evidence: hits.marks,
          ...(knowledge.docs === undefined ? {} : { docs: knowledge.docs }),
        },
      ];
    },
  });
}
