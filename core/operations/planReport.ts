/** Formats a plan as a document and as one sentence. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { sanitizeLabel, sanitizeMarkdown, sanitizeLine } from '../text/sanitize.ts';
import { formatList, joinSentences, selectPlural } from '../text/grammar.ts';
import { patchOf, type ClusterChange } from './changes/clusterChange.ts';
import type { KubernetesManifest } from './lookups/lookup.ts';
import type { ObjectEffect, Plan, PlannedEffect } from './plan.ts';
import { formatTimestamp } from '../common/time.ts';
import type { Message } from '#core/text/message.ts';

/** Maximum number of names in a list. */
const mostItems = 200;

const effects: Readonly<Record<ObjectEffect, Message>> = {
  exists: () => l10n.t`None (already exists)`,
  created: () => l10n.t`Create`,
  changed: () => l10n.t`Change`,
  deleted: () => l10n.t`Delete`,
};

/**
 * Returns the plan as Markdown.
 * @param now milliseconds since 1970
 * @param yaml writes an object as YAML
 */
export function planMarkdown(plan: Plan, now: number, yaml: (manifest: KubernetesManifest) => string): string {
  const { title, context, objects, losses, steps } = plan;
  return [
    `# ${l10n.t`Plan: ${sanitizeMarkdown(title)} on ${sanitizeMarkdown(context)}`}`,
    '',
    `**${planSummary(plan)}**`,
    '',
    l10n.t`The operation sends no changes until you confirm this plan. The plan is based on the cluster state at ${formatTimestamp(now)}. If the cluster no longer matches it, you're asked to confirm again. To follow the progress, see the Clusters view.`,
    ...section(l10n.t`Objects`, objects.length === 0 ? [l10n.t`No objects change.`] : objectTable(objects)),
    ...section(l10n.t`Nodes that reboot`, rebootLines(plan)),
    ...section(
      l10n.t`Losses`,
      losses.length === 0
        ? [`- ${l10n.t`Nothing is lost.`}`]
        : losses.flatMap(({ text, items }) => lossLines(text, items)),
    ),
    ...section(l10n.t`Confirmation`, consequenceLines(plan)),
    ...section(
      l10n.t`Steps`,
      steps.map((step, index) => `${index + 1}. ${sanitizeMarkdown(step)}`),
    ),
    ...section(
      l10n.t`Changes sent to the cluster`,
      plan.changes.flatMap((change) => sentLines(change, yaml)),
    ),
    '',
  ].join('\n');
}

/** Summarizes the plan, such as `3 objects will be created and 2 nodes will reboot.` */
export function planSummary({ objects, reboots, losses }: Plan): string {
  const count = (effect: ObjectEffect): number => objects.filter((one) => one.effect === effect).length;
  const [created, changed, deleted] = [count('created'), count('changed'), count('deleted')];
  const nodes = new Set(reboots.flatMap((names) => names ?? [])).size;
  const pods = losses.flatMap(({ keys }) => keys).filter((key) => key.startsWith('pod:')).length;
  const parts = [
    ...(created === 0
      ? []
      : [selectPlural(created, l10n.t`${created} object will be created`, l10n.t`${created} objects will be created`)]),
    ...(changed === 0
      ? []
      : [selectPlural(changed, l10n.t`${changed} object will be changed`, l10n.t`${changed} objects will be changed`)]),
    ...(deleted === 0
      ? []
      : [selectPlural(deleted, l10n.t`${deleted} object will be deleted`, l10n.t`${deleted} objects will be deleted`)]),
    ...(nodes === 0
      ? []
      : [selectPlural(nodes, l10n.t`${nodes} node will reboot`, l10n.t`${nodes} nodes will reboot`)]),
    ...(reboots.includes(undefined) ? [l10n.t`it's unknown which nodes will reboot`] : []),
    ...(reboots.length === 0 ? [l10n.t`no nodes will reboot`] : []),
    ...(pods === 0 ? [] : [selectPlural(pods, l10n.t`${pods} pod will be lost`, l10n.t`${pods} pods will be lost`)]),
  ];
  return l10n.t({
    message: '{0}.',
    args: [formatList(parts)],
    comment: ['A sentence. {0} is a list of clauses, such as "3 objects will be deleted and 2 nodes will reboot".'],
  });
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, '', ...lines];
}

function objectTable(objects: readonly PlannedEffect[]): readonly string[] {
  return [
    `| ${l10n.t`Object`} | ${l10n.t`Action`} |`,
    '| --- | --- |',
    ...objects.map(({ reference: { kind, name, namespace }, effect }) => {
      const object = `${formatName(kind)} **${formatName(name)}**`;
      return `| ${namespace === undefined ? object : `${object} (${formatName(namespace)})`} | ${effects[effect]()} |`;
    }),
  ];
}

/** Formats a name for Markdown. Line breaks are visible, so that two names never look the same. */
function formatName(name: string): string {
  return sanitizeMarkdown(sanitizeLabel(name));
}

/** Returns the nodes of each reboot in order, after the sentences about the number at a time and the duration. */
function rebootLines({ reboots, gates }: Plan): readonly string[] {
  if (reboots.length === 0) return [`- ${l10n.t`No nodes reboot.`}`];
  const estimates = gates.filter((gate) => gate.reboots !== undefined).map((gate) => gate.estimates ?? []);
  return reboots.flatMap((names, index) => {
    const about = estimates[index] ?? [];
    const times = [
      ...(reboots.length === 1 ? [] : ['', l10n.t`Reboot ${index + 1} of ${reboots.length}:`, '']),
      ...(about.length === 0 ? [] : [sanitizeMarkdown(sanitizeLine(joinSentences(...about).replaceAll('`', ''))), '']),
    ];
    if (names === undefined) return [...times, `- ${l10n.t`It's unknown which nodes reboot.`}`];
    return [
      ...times,
      ...names.slice(0, mostItems).map((name, place) => `${place + 1}. ${formatName(name)}`),
      ...more(names.length),
    ];
  });
}

/** Returns the YAML of a change. Omits deletions, which are in the table, and the values of Secrets. */
function sentLines(change: ClusterChange, yaml: (manifest: KubernetesManifest) => string): readonly string[] {
  if (change.how === 'delete') return [];
  const { kind, name } = change.target;
  const heading = [`### ${formatName(kind)} ${formatName(name)}`, ''];
  if (kind === 'Secret') return [...heading, l10n.t`Secret values aren't shown.`, ''];
  const text = yaml(change.how === 'apply' ? change.object : patchOf(change)).trimEnd();
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [...heading, `${fence}yaml`, text, fence, ''];
}

function lossLines(text: string, items: readonly string[] = []): readonly string[] {
  return [
    `- ${sanitizeMarkdown(text)}`,
    ...(items.length < 2
      ? []
      : [...items.slice(0, mostItems).map((item) => `  - ${sanitizeMarkdown(item)}`), ...more(items.length)]),
  ];
}

function more(count: number): readonly string[] {
  return count > mostItems ? [`- ${l10n.t`Pods not listed: ${count - mostItems}.`}`] : [];
}

/** Returns the consequences without repeated lines, and without those about the reboots. */
function consequenceLines({ gates }: Plan): readonly string[] {
  const said = new Set(gates.flatMap(({ reboots, estimates = [] }) => (reboots === undefined ? [] : estimates)));
  return gates.flatMap(({ question, consequences }) => {
    const lines = consequences.filter((line) => !said.has(line));
    for (const line of lines) said.add(line);
    return [
      `- **${sanitizeMarkdown(question.replace(/[?？]$/, ''))}**`,
      ...lines.map((line) => `  - ${sanitizeMarkdown(sanitizeLine(line.replaceAll('`', '')))}`),
    ];
  });
}
