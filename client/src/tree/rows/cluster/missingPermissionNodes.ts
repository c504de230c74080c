/** Creates rows for missing permissions, with the data that can't be shown and the permission to request. */
import * as l10n from '@vscode/l10n';
import type { ForbiddenKind } from '#core/cluster/connectionState.ts';
import { watchedKinds } from '#core/cluster/watchedKinds/index.ts';
import type { WatchedKind } from '#core/cluster/objects/watchedKind.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';
import type { ClusterObject } from '#core/cluster/objects/clusterObject.ts';
import { sanitizeMarkdownCode, sanitizeTooltip } from '#core/text/sanitize.ts';
import { joinParagraphs } from '#client/text/markdown.ts';
import { formatNames } from '#core/text/phrases.ts';
import type { TreeNode } from '#client/tree/model/nodeView.ts';
import type { ClusterTreeInput } from '#client/clusters/state/clusterTreeInput.ts';
import { messageNode } from '../messageNode.ts';

/** Creates one row per kind, or one group for all if there are several. The most important kinds come first. */
export function refusedNodes(seen: ClusterTreeInput, refused: readonly ForbiddenKind[]): readonly TreeNode[] {
  if (refused.length < 3) return refused.map((one) => refusedNode(seen, one));
  const label = l10n.t`No permission for ${refused.length} resource kinds`;
  const names = formatNames(refused.map(({ id }) => watchedKinds[id].kind));
  return [
    {
      view: {
        id: `${seen.context}/refused`,
        label,
        description: names,
        icon: 'lock',
        tooltip: joinParagraphs(
          l10n.t`You don't have permission to list or watch these resources. Each row shows the missing permission. Resources that you can't list aren't shown, and resources that you can't watch are refreshed only periodically.`,
          l10n.t`**To do:** Request the permissions shown below from an administrator.`,
        ),
        accessibility: `${label}: ${names}`,
        collapsible: 'collapsed',
        contextValue: 'osc-explained',
      },
      target: { context: seen.context },
      children: () => refused.map((one) => refusedNode(seen, one)),
    },
  ];
}

function refusedNode(seen: ClusterTreeInput, { id, verb, trouble }: ForbiddenKind): TreeNode {
  const kind: WatchedKind<ClusterObject> = watchedKinds[id];
  const resource = kind.group === '' ? kind.plural : `${kind.plural}.${kind.group}`;
  const where =
    kind.scope === 'operator' ? ` -n ${operatorNamespace}` : kind.scope === 'all' ? ' --all-namespaces' : '';
  return messageNode(seen.context, {
    id: `${seen.context}/refused:${id}`,
    label: l10n.t`${kind.kind}: no ${verb} permission`,
    description: verb === 'watch' ? l10n.t`Refreshed periodically` : l10n.t`Not shown`,
    icon: 'lock',
    tooltip: joinParagraphs(
      l10n.t`You don't have permission to ${sanitizeTooltip(verb)} ${sanitizeMarkdownCode(resource)}. The extension needs this permission to show ${sanitizeTooltip(kind.neededFor())}.`,
      verb === 'watch'
        ? l10n.t`Without this permission, the extension reads the list periodically, so the data can be about 30 seconds old.`
        : undefined,
      l10n.t`**To do:** Request the permission from an administrator. To check the permission, run: ${sanitizeMarkdownCode(`oc auth can-i ${verb} ${resource}${where}`)}`,
      l10n.t`Server message: ${sanitizeTooltip(trouble.message)}`,
    ),
    contextValue: 'osc-explained',
  });
}
