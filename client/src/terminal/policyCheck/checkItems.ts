/** Creates the list that shows the policy check and offers what to do. All functions are pure. */
import * as l10n from '@vscode/l10n';
import { execEndpoint, type ExecCommand } from '#core/agent/inputs/execRequests.ts';
import { formatArgumentList } from '#core/oc/argumentList.ts';
import { denies, isDenied, type CheckLine, type CheckVerdict, type PolicyCheck } from './policyCheck.ts';

/** What the user selects. */
type CheckChoice =
  | { readonly kind: 'connect' }
  | { readonly kind: 'edit' }
  /** Run one command without standard input. */
  | { readonly kind: 'runOne' }
  | { readonly kind: 'showRule'; readonly line: CheckLine | undefined };

/** An item of the list. `choice` is undefined for headings. */
export interface CheckItem {
  readonly label: string;
  readonly icon?: string;
  readonly description?: string;
  readonly detail?: string;
  readonly choice?: CheckChoice;
}

/**
 * Returns the items: what the user can do, then one line for each request.
 * @param check undefined if the pod doesn't run in a sandbox
 */
export function checkItems(check: PolicyCheck | undefined, command: ExecCommand): readonly CheckItem[] {
  const edit: CheckItem = { icon: 'edit', label: l10n.t`Edit Command...`, choice: { kind: 'edit' } };
  if (check === undefined) return [connectItem(command), edit];
  const head = [check.origin, check.note ?? ''].filter((part) => part !== '').join(' · ');
  return [...actions(check, command), edit, { label: l10n.t`Agent policy: ${head}` }, ...check.lines.map(lineItem)];
}

function actions(check: PolicyCheck, command: ExecCommand): readonly CheckItem[] {
  const connect = connectItem(command);
  const rule = (endpoint: string): readonly CheckItem[] => {
    const line = check.lines.find((one) => one.endpoint === endpoint);
    return check.text === undefined
      ? []
      : [{ icon: 'law', label: l10n.t`Show Rule`, choice: { kind: 'showRule', line } }];
  };
  const runOne: CheckItem = {
    icon: 'run',
    label: l10n.t`Run One Command...`,
    description: l10n.t`without input`,
    choice: { kind: 'runOne' },
  };
  if (denies(check, execEndpoint))
    return [...rule(execEndpoint), { icon: 'debug-start', label: l10n.t`Try Anyway`, choice: { kind: 'connect' } }];
  if (denies(check, 'WriteStreamRequest')) return [runOne, connect];
  return [connect];
}

function connectItem({ stdin }: ExecCommand): CheckItem {
  return stdin
    ? { icon: 'terminal', label: l10n.t`Open Terminal`, choice: { kind: 'connect' } }
    : { icon: 'run', label: l10n.t`Run Command`, choice: { kind: 'connect' } };
}

function lineItem(line: CheckLine): CheckItem {
  const { endpoint, meaning, verdict } = line;
  const label = `${endpoint}: ${line.label}`;
  return {
    icon: iconOf(verdict),
    label,
    ...(meaning === '' ? {} : { detail: meaning }),
    choice: { kind: 'showRule', line },
  };
}

function iconOf(verdict: CheckVerdict): string {
  if (isDenied(verdict)) return 'error';
  return verdict === 'allowed' ? 'pass' : 'question';
}

/** Describes the command in the placeholder of the list. */
export function describeCommand({ command, stdin }: ExecCommand): string {
  const text = formatArgumentList(command);
  return stdin ? l10n.t`Command: ${text}` : l10n.t`Command without input: ${text}`;
}
