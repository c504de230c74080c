/** Creates the feature for terminals in containers and shells on nodes. Loaded when its first command runs. */
import { realClock } from '../kubernetes/clock.ts';
import type { FeatureDeps } from '../features/lazyFeature.ts';
import { runFeatureCommand } from '../commands/runFeatureCommand.ts';
import { terminalCommands } from '../terminal/actions/index.ts';
import type { TerminalContext } from '../terminal/context.ts';
import { ContainerTerminals } from '../terminal/pty/containerTerminals.ts';
import type { TerminalFeature } from '../terminal/terminalFeature.ts';
import { ReadOnlyDocuments } from '../vscode/documents/readOnlyDocuments.ts';

export async function createTerminalFeature(parts: FeatureDeps): Promise<TerminalFeature> {
  const terminals = new ContainerTerminals();
  const texts = new ReadOnlyDocuments('osc-pod-policy', parts.restored);
  const tools: TerminalContext = {
    ...parts,
    clusters: await parts.clusters(),
    clock: realClock,
    terminals,
    texts,
  };
  // An open terminal could still change the container.
  const watching = parts.settings.onChange('readOnly', () => {
    if (parts.settings.readOnly()) terminals.interrupt();
  });
  return {
    run: (id, given) => runFeatureCommand(terminalCommands, id, tools, given),
    dispose() {
      watching.dispose();
      terminals.dispose();
      texts.dispose();
    },
  };
}
