/** A context of the kubeconfig that nobody has opened, that is being opened, or that could not be. Nothing of its cluster is known. */
import * as l10n from '@vscode/l10n';
import { given } from '#core/common/json.ts';
import { oneLine } from '#core/text/phrases.ts';
import type { ContextInfo } from '#client/clusters/state/contextInfo.ts';
import { markdownCode } from '#core/text/markdownText.ts';
import { lookOf } from '#client/tree/model/health.ts';
import { escaped, paragraphs } from '#client/text/markdown.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';

export interface Closed {
  readonly kind: 'closed' | 'opening';
  /** Why it could not be opened, in words. */
  readonly problem?: string;
  /** The title of its paused operation. */
  readonly paused?: string;
}

export function closedClusterNode(info: ContextInfo, { kind, problem = info.problem, paused }: Closed): TreeNode {
  const stands = kind === 'opening' ? l10n.t`connecting` : l10n.t`not open`;
  const said = kind === 'opening' || problem === undefined ? stands : oneLine(problem, 120);
  const mark = [...(paused === undefined ? [] : [l10n.t`${paused}: paused`]), ...(info.current ? [l10n.t`current context`] : [])];
  const attention = kind === 'closed' && problem !== undefined ? [lookOf('attention').word] : [];
  return {
    view: {
      // Not that of the open one: VS Code would keep it closed when it gets children.
      id: `${info.name}/closed`,
      label: info.name,
      description: [said, ...mark].join(' · '),
      tooltip: paragraphs(
        `**${escaped(info.name)}**: ${escaped(stands)}`,
        problem === undefined ? l10n.t`Nothing is asked of the cluster until you open it.` : escaped(problem),
        contextDetails(info),
      ),
      icon: kind === 'opening' ? 'loading~spin' : problem === undefined ? 'debug-disconnect' : 'warning',
      contextValue: kind === 'opening' ? 'osc-opening osc-named' : 'osc-closed osc-named',
      accessibility: [l10n.t`Cluster ${info.name}`, said, ...attention, ...mark].join(', '),
      collapsible: 'none',
      ...given({
        color: kind === 'closed' && problem !== undefined ? 'problemsWarningIcon.foreground' : undefined,
        command: kind === 'opening' ? undefined : { id: 'osc.cluster.open', title: 'Open Cluster' },
      }),
    },
    target: { context: info.name },
  };
}

/** Where it is and as whom, as Markdown. */
export function contextDetails({ server, user, namespace, unverified }: ContextInfo): string {
  const lines = [
    server === '' ? l10n.t`**Server:** none` : l10n.t`**Server:** ${markdownCode(server)}`,
    user === '' ? l10n.t`**User:** none` : l10n.t`**User:** ${markdownCode(user)}`,
  ];
  if (namespace !== undefined) lines.push(l10n.t`**Namespace:** ${markdownCode(namespace)}`);
  if (unverified === true)
    lines.push(l10n.t`**The server certificate isn't verified** (\`insecure-skip-tls-verify\`). Another server might impersonate the cluster.`);
  return lines.join('  \n');
}
