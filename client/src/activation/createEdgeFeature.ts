/**
 * Creates the edge hosting feature: its view, its files, and the service. Loaded when its first command runs. The view
 * doesn't exist until then.
 */
import { commands, window } from 'vscode';
import { realClock } from '../kubernetes/clock.ts';
import { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';
import { ClusterTree } from '../tree/clusterTree.ts';
import { runFeatureCommand } from '../commands/runFeatureCommand.ts';
import { edgeCommands } from '../edge/actions/index.ts';
import { OpenSources } from '../edge/tree/openSources.ts';
import type { EdgeFeature } from '../edge/edgeFeature.ts';
import type { EdgeParts, EdgeViewContext } from '../edge/context.ts';

export const edgeViewId = 'osc.edgeHosting';

export function createEdgeFeature(parts: EdgeParts): EdgeFeature {
  let said: boolean | undefined;
  const sayOpen = async () => {
    const open = sources.all.length > 0;
    if (open === said) return;
    said = open;
    await commands.executeCommand('setContext', 'osc.edgeOpen', open);
  };
  const sources = new OpenSources(() => {
    tree.update();
    sayOpen().catch((error: unknown) => parts.log.error("Can't show the Edge Hosting view", error));
  });
  const tree = new ClusterTree({
    model: () => sources.roots(realClock.now()),
    demanded: () => undefined,
    clock: realClock,
  });
  const view = window.createTreeView(edgeViewId, { treeDataProvider: tree, showCollapseAll: true });
  const texts = new ReadOnlyDocuments('osc-edge', parts.restored);
  const tools: EdgeViewContext = {
    ...parts,
    clock: realClock,
    sources,
    tree,
    texts,
    agreed: new Set(),
    reveal: async () => {
      await sayOpen();
      await commands.executeCommand(`${edgeViewId}.focus`);
    },
  };
  return {
    run: (id, given) => runFeatureCommand(edgeCommands, id, tools, given),
    dispose() {
      for (const each of [view, tree, texts]) each.dispose();
    },
  };
}
