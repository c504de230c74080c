/**
 * Creates the row of a kubeconfig context that isn't open, is being opened, or couldn't be opened. The state of its
 * cluster is unknown.
 */
import * as l10n from '@vscode/l10n';
import { omitUndefined } from '#core/common/json.ts';
import { sanitizeLine, sanitizeMarkdownCode, sanitizeTooltip } from '#core/text/sanitize.ts';
import type { OperationProgress } from '#client/clusters/state/operationProgress.ts';
import { describeProgress } from '#client/clusters/state/operationProgressText.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { getHealthIcon } from '#client/tree/model/health.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';

export interface Closed {
  readonly kind: 'closed' | 'opening';
  /** Reason the cluster couldn't be opened. */
  readonly problem?: string;
  /** Paused operation on this cluster. */
  readonly paused?: OperationProgress;
}

export function closedClusterNode(info: ContextInfo, { kind, problem = info.problem, paused }: Closed): TreeNode {
  const stands = kind === 'opening' ? l10n.t`Connecting` : l10n.t`Not open`;
  const said = kind === 'opening' || problem === undefined ? stands : sanitizeLine(problem, 120);
  // A narrow side bar cuts off the end of the row, but the icon also shows that the cluster isn't open.
  const operation =
    paused === undefined ? [] : [`${describeProgress(paused, 0, { named: true })} · ${paused.label ?? paused.title}`];
  const states = problem === undefined ? [...operation, said] : [said, ...operation];
  const mark = info.current ? [l10n.t`current context`] : [];
  const attention = kind === 'closed' && problem !== undefined ? [getHealthIcon('attention').word()] : [];
  return {
    view: {
      // Differs from the ID of an open cluster, because VS Code would otherwise keep the row collapsed when it gets
      // children.
      id: `${info.name}/closed`,
      label: info.name,
      description: [...states, ...mark].join(' · '),
      tooltip: joinParagraphs(
        `**${sanitizeTooltip(info.name)}**: ${sanitizeTooltip(stands)}`,
        problem === undefined
          ? l10n.t`The extension sends no requests to the cluster until you open it.`
          : sanitizeTooltip(problem),
        paused === undefined ? undefined : pausedDetails(paused),
        contextDetails(info),
      ),
      icon: kind === 'opening' ? 'loading~spin' : problem === undefined ? 'debug-disconnect' : 'warning',
      contextValue: [
        kind === 'opening' ? 'osc-opening' : 'osc-closed',
        'osc-named',
        ...(info.savedToken === true ? ['osc-savedToken'] : []),
      ].join(' '),
      accessibility: [l10n.t`Cluster ${info.name}`, ...states, ...attention, ...mark].join(', '),
      collapsible: 'none',
      ...omitUndefined({
        color: kind === 'closed' && problem !== undefined ? 'problemsWarningIcon.foreground' : undefined,
        command: kind === 'opening' ? undefined : { id: 'osc.cluster.open', title: 'Open Cluster' },
      }),
    },
    target: { context: info.name },
  };
}

/** Names the paused operation and the next action, as Markdown. */
function pausedDetails({ title, words }: OperationProgress): string {
  return joinParagraphs(
    `**${sanitizeTooltip(title)}**: ${sanitizeTooltip(words)}`,
    l10n.t`**To do:** To continue or abandon the operation, open the cluster.`,
  );
}

/** Describes the server and user of a context, as Markdown. */
export function contextDetails({ server, user, namespace, unverified }: ContextInfo): string {
  const none = l10n.t({ message: 'none', args: [], comment: ['Shown instead of an empty list of names.'] });
  const lines = [
    l10n.t`**Server:** ${server === '' ? none : sanitizeMarkdownCode(server)}`,
    l10n.t`**User:** ${user === '' ? none : sanitizeMarkdownCode(user)}`,
  ];
  if (namespace !== undefined) lines.push(l10n.t`**Namespace:** ${sanitizeMarkdownCode(namespace)}`);
  if (unverified === true)
    lines.push(
      `**${l10n.t`The server certificate isn't verified (insecure-skip-tls-verify). Another server might impersonate the cluster.`}**`,
    );
  return lines.join('  \n');
}
