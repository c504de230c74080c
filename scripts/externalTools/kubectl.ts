/** Defines the kubectl that tests use to run runbooks and a recorded session, and to compare kubeconfigs. */
import { getString } from '#core/common/json.ts';
import { findTool, isAtLeast, outputOf, type ExternalTool } from './externalTool.ts';

export const kubectl: ExternalTool = {
  name: 'kubectl',
  // Older versions request an OpenAPI v2 document, which the simulator doesn't serve.
  title: 'kubectl 1.27 or newer',
  neededFor: 'the test of runbooks, kubeconfigs, and a kubectl session',
  variable: 'KUBECTL',
  // The first Debian release whose package is new enough: trixie has 1.32, the release before it 1.20.
  release: 'trixie',
  installCommands: {
    debian: 'sudo apt-get install -y kubectl',
    ubuntu: 'sudo snap install kubectl --classic',
    fedora: 'sudo dnf install -y kubernetes-client',
    macos: 'brew install kubectl',
    other: 'see https://kubernetes.io/docs/tasks/tools/',
  },
  isUsable: (file) => isAtLeast(clientVersion(file), [1, 27]),
};

/** Returns the path of a usable kubectl: $KUBECTL, then PATH, then tools/kubectl. */
export function findKubectl(): string | undefined {
  return findTool(kubectl);
}

function clientVersion(file: string): string {
  try {
    const output: unknown = JSON.parse(outputOf(file, ['version', '--client', '-o', 'json']) ?? 'null');
    return getString(output, 'clientVersion', 'gitVersion') ?? '';
  } catch {
    return '';
  }
}
