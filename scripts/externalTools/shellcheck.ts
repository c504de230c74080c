/** Defines the ShellCheck that tests use to check generated runbooks. */
import { findTool, outputOf, type ExternalTool } from './externalTool.ts';

export const shellcheck: ExternalTool = {
  name: 'shellcheck',
  title: 'ShellCheck',
  neededFor: 'the check of runbooks as shell scripts',
  variable: 'SHELLCHECK',
  installCommands: {
    debian: 'sudo apt-get install -y shellcheck',
    ubuntu: 'sudo apt-get install -y shellcheck',
    fedora: 'sudo dnf install -y ShellCheck',
    macos: 'brew install shellcheck',
    other: 'see https://github.com/koalaman/shellcheck#installing',
  },
  isUsable: (file) => outputOf(file, ['--version'])?.includes('ShellCheck') === true,
};

/** Returns the path of a usable ShellCheck: $SHELLCHECK, then PATH, then tools/shellcheck. */
export function findShellcheck(): string | undefined {
  return findTool(shellcheck);
}
