/** A node of the cluster in a list of the KataConfig: what happens to it, since when, how long that takes, and why nothing does. */
import * as l10n from '@vscode/l10n';
import { nodes } from '../../../../core/live/kinds/node.ts';
import { nodeStory, type NodeStory } from '../../../../core/live/status/nodeStory.ts';
import { surroundingsOf } from '../../../../core/live/status/surroundings.ts';
import { durationWords } from '../../../../core/live/words.ts';
import { sparkline, sparklineWords } from '../../../../core/metrics/sparkline.ts';
import { explainedNode, prose } from '../explained.ts';
import { paragraphs } from '../markdown.ts';
import type { TreeNode } from '../nodeView.ts';
import { objectTarget } from '../reference.ts';
import type { Seen } from '../seen.ts';
import { timeOfDay } from '../words.ts';

export function clusterNodeNode(seen: Seen, name: string): TreeNode {
  const { context, snapshot, now, history } = seen;
  const story = nodeStory(snapshot, name, now, history);
  const node = surroundingsOf(snapshot).nodes.get(name);
  return explainedNode({
    // By its uid where the node is known: one that was made anew under the same name is another.
    id: `${context}/node:${node?.uid ?? name}`,
    label: name,
    explanation: {
      health: story.stuck !== undefined && story.health === 'busy' ? 'attention' : story.health,
      headline: row(story, now),
      meaning: story.stuck ?? story.evidence[0] ?? story.headline,
      ...(story.next === undefined ? {} : { next: story.next }),
      ...(story.todo === undefined ? {} : { todo: story.todo }),
    },
    details: paragraphs(details(story, now), sandboxes(seen, name)),
    target: objectTarget(seen, nodes, { name }),
    context: ['osc-object', 'osc-node', 'osc-named', ...(seen.console ? ['osc-console'] : [])],
  });
}

/** `Rebooting · since 10:41 · done about 10:52` */
function row(story: NodeStory, now: number): string {
  return [story.headline, ...times(story, now)].join(' · ');
}

function times({ since, expected, health }: NodeStory, now: number): readonly string[] {
  const parts: string[] = [];
  if (since !== undefined && health !== 'ok') parts.push(l10n.t`since ${timeOfDay(since, now)}`);
  if (expected !== undefined && health === 'busy') parts.push(l10n.t`done about ${span(expected, now)}`);
  return parts;
}

/** A time that has passed is no forecast. */
function span({ from, to }: NonNullable<NodeStory['expected']>, now: number): string {
  const [first, last] = [timeOfDay(Math.max(from, now), now), timeOfDay(Math.max(to, now), now)];
  return first === last ? first : l10n.t`${first} to ${last}`;
}

/** Only where the view of metrics has read it: nothing is asked for a tooltip. */
function sandboxes({ running, now }: Seen, name: string): string | undefined {
  const samples = running?.byNode.get(name) ?? [];
  const words = running === undefined ? undefined : sparklineWords(samples, running);
  if (running === undefined || words === undefined) return undefined;
  return l10n.t`**Sandboxes running:** ${sparkline(samples, running)} ${words} (${timeOfDay(running.from, now)} to ${timeOfDay(running.to, now)})`;
}

function details({ evidence, since, stuck }: NodeStory, now: number): string {
  const seen = stuck === undefined ? evidence.slice(1) : evidence;
  return paragraphs(
    since === undefined ? undefined : l10n.t`**Since:** ${timeOfDay(since, now)} (${durationWords(now - since)})`,
    seen.length === 0 ? undefined : seen.map((line) => `- ${prose(line)}`).join('\n'),
  );
}
