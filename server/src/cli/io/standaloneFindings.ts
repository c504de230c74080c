/** Checks policies and initdata on the command line, without a workspace, and prints the findings. */
import type { Release } from '#core/product/releases.ts';
import { sanitizeTerminalLine } from '#core/text/sanitize.ts';
import type { FileFinding } from '#server/engine/findings/fileFinding.ts';
import { checkInitdata } from '#server/initdata/checkInitdata.ts';
import { parseInitdata, type InitdataDocument } from '#server/initdata/document.ts';
import type { PolicyEnvironment } from '#server/policy/model/policyEnvironment.ts';
import { getLineAndColumn } from './policyInputs.ts';
import { printMessage } from './printMessage.ts';

/** Maximum number of printed findings. */
const maxPrinted = 100;

/** Returns the environment for a check without a workspace and without configured severities. */
export function createStandaloneEnvironment(release: Release): PolicyEnvironment {
  return { release, severities: new Map(), workspace: undefined, onError: printMessage, now: Date.now() };
}

/** Returns the findings in initdata and in its policy, without hints. */
export function findInitdataFindings(
  toml: string,
  release: Release,
  document: InitdataDocument = parseInitdata(toml),
): readonly FileFinding[] {
  const environment = createStandaloneEnvironment(release);
  return checkInitdata(toml, { uri: 'initdata:', place: 'file' }, environment, document).filter(
    ({ severity }) => severity !== 'hint',
  );
}

/**
 * Prints the findings in initdata to standard error.
 * @returns true if there are errors
 */
export function printInitdataFindings(name: string, toml: string, release: Release): boolean {
  const found = findInitdataFindings(toml, release);
  printFindings(name, toml, found);
  return found.some(({ severity }) => severity === 'error');
}

/** Prints the findings in a text to standard error. */
export function printFindings(name: string, text: string, findings: readonly FileFinding[]): void {
  for (const { message, severity, start } of findings.slice(0, maxPrinted)) {
    const { line, column } = getLineAndColumn(text, start);
    printMessage(`${name}:${line}:${column}: ${severity}: ${sanitizeTerminalLine(message)}`);
  }
}
