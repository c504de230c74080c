/**
 * Creates the rows of objects of other components that affect OpenShift sandboxed containers. Requests the objects when
 * the user expands the group.
 */
import * as l10n from '@vscode/l10n';
import type { RelatedResource } from '#core/status/relatedResources.ts';
import type { ObjectCondition } from '#core/status/conditions/objectConditions.ts';
import { worstHealth, type Explanation, type Health } from '#core/status/explanation.ts';
import { formatDuration } from '#core/text/durations.ts';
import { sanitizeLine, sanitizeTooltip } from '#core/text/sanitize.ts';
import { describeLastUpdate } from '#client/clusters/state/connectionText.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { explainedNode } from '#client/tree/model/explainedNode.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import { createNodeTarget, eventContext } from '#client/tree/model/objectTarget.ts';
import { messageNode } from '../messageNode.ts';
import { createPagedNodes } from '../pagedNodes.ts';

export function relatedNode(seen: ClusterTreeInput): TreeNode {
  const id = `${seen.context}/related`;
  const { related = { kind: 'unasked' }, now } = seen;
  const health =
    related.kind === 'loaded' ? worstHealth(related.objects.map(({ conditions }) => healthOf(conditions))) : 'unknown';
  const node = explainedNode({
    id,
    label: l10n.t({
      message: 'Related',
      args: [],
      comment: ['The label of the row for related objects in the Clusters view. Keep it short.'],
    }),
    fullName: l10n.t`Related objects`,
    icon: 'references',
    explanation: {
      ...(related.kind === 'loaded' ? { health } : { health: 'unknown', missing: 'notCollected' }),
      headline:
        related.kind === 'unasked'
          ? l10n.t`Not read`
          : related.kind === 'loading'
            ? l10n.t`Listing...`
            : [String(related.objects.length), describeLastUpdate(related.asOf, now)].join(' · '),
      meaning: l10n.t`Objects of other components that affect OpenShift sandboxed containers, such as cluster operators, mirror sets, and Node Feature Discovery. The list doesn't update automatically.`,
    },
    target: { context: seen.context },
    children: () => relatedRows(seen, id),
  });
  return { ...node, demands: { kind: 'related' } };
}

function relatedRows(seen: ClusterTreeInput, id: string): readonly TreeNode[] {
  const { context, related } = seen;
  const message = (label: string, icon: string, part: string) =>
    messageNode(context, { id: `${id}/${part}`, label, icon });
  if (related?.kind !== 'loaded') return [message(l10n.t`Listing...`, 'loading~spin', 'message')];
  const { objects, problems } = related;
  const rows = createPagedNodes(seen, id, objects, (object) => relatedRow(seen, id, object));
  const failed = problems.map((problem, index) => message(sanitizeLine(problem, 200), 'warning', `problem:${index}`));
  return rows.length + failed.length === 0
    ? [message(l10n.t`No objects found.`, 'info', 'message')]
    : [...rows, ...failed];
}

function relatedRow(seen: ClusterTreeInput, id: string, object: RelatedResource): TreeNode {
  const { kind, name, namespace = '', conditions } = object;
  return explainedNode({
    id: `${id}/${kind.plural}.${kind.group}/${namespace}/${name}`,
    label: name,
    fullName: `${kind.kind} ${name}`,
    explanation: explanationOf(conditions),
    description: [kind.kind, ...problemsOf(conditions).map(({ type }) => type)].join(' · '),
    details: conditions.map((condition) => `- ${conditionLine(condition, seen.now)}`).join('\n'),
    context: ['osc-object', 'osc-named', ...eventContext, ...(seen.console ? ['osc-console'] : [])],
    target: createNodeTarget(seen, kind, object),
    ...(conditions.length === 0 ? { icon: 'symbol-misc' } : {}),
  });
}

/** Returns the conditions that require attention. */
function problemsOf(conditions: readonly ObjectCondition[]): readonly ObjectCondition[] {
  return conditions.filter(({ severity }) => severity === 'warning' || severity === 'error');
}

function healthOf(conditions: readonly ObjectCondition[]): Health {
  if (problemsOf(conditions).length > 0) return 'attention';
  return conditions.some(({ severity }) => severity === 'unknown') ? 'unknown' : 'ok';
}

function explanationOf(conditions: readonly ObjectCondition[]): Explanation {
  const [problem] = problemsOf(conditions);
  if (problem === undefined)
    return {
      health: healthOf(conditions),
      headline: conditions.length === 0 ? l10n.t`No conditions` : l10n.t`No condition requires attention`,
      meaning: '',
    };
  const { type, status, reason, message } = problem;
  return {
    health: 'attention',
    headline: sanitizeLine(`${type}: ${status}`, 200),
    meaning: sanitizeLine([reason, message].filter((part) => part !== '').join(': '), 500).replaceAll('`', "'"),
  };
}

/** Returns a condition with its age and message, as Markdown. */
function conditionLine({ type, status, reason, message, since }: ObjectCondition, now: number): string {
  const age = since === undefined ? [] : [formatDuration(now - since)];
  const said = [reason, message].filter((part) => part !== '').join(': ');
  const head = [`${type}: ${status}`, ...age].join(' · ');
  return sanitizeTooltip(sanitizeLine(said === '' ? head : `${head} · ${said}`, 500));
}
