/** Defines the Prometheus that tests compare with the demo cluster's built-in Prometheus. */
import { findTool, isAtLeast, outputOf, type ExternalTool } from './externalTool.ts';

export const prometheus: ExternalTool = {
  name: 'prometheus',
  title: 'Prometheus 2.40 or newer',
  neededFor: 'the comparison with a real Prometheus',
  variable: 'PROMETHEUS',
  // The package of this Debian release has 2.53.
  release: 'trixie',
  installCommands: {
    debian: 'sudo apt-get install -y prometheus',
    ubuntu: 'sudo apt-get install -y prometheus',
    fedora: 'sudo dnf install -y golang-github-prometheus',
    macos: 'brew install prometheus',
    other: 'see https://prometheus.io/docs/prometheus/latest/installation/',
  },
  isUsable: (file) =>
    isAtLeast(/^prometheus, version (\S+)/.exec(outputOf(file, ['--version']) ?? '')?.[1] ?? '', [2, 40]),
};

/** Returns the path of a usable Prometheus: $PROMETHEUS, then PATH, then tools/prometheus. */
export function findPrometheus(): string | undefined {
  return findTool(prometheus);
}
