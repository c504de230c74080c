/** Finds lookups in `input` that always fail because the request doesn't have the field. */
import * as l10n from '@vscode/l10n';
import type { Guest } from '#core/agent/guests.ts';
import {
  anyKey,
  findInputField,
  type CopyFileInput,
  type InputLocation,
  type PathStep,
} from '#core/agent/inputs/inputs.ts';
import type { RefPart } from '#server/policy/rego/syntax/ast.ts';
import { inputLookups, type InputLookup } from './inputPaths.ts';
import type { PolicyAnalysis } from '../policyAnalysis.ts';

/** A step of a lookup, such as a field name, that doesn't exist in the input. */
export interface InputFault {
  readonly part: RefPart;
  readonly step: string | number;
  /** Path before the step, such as `input.OCI`. */
  readonly where: string;
  readonly place: InputLocation;
  readonly request: string;
  readonly requests: readonly string[];
  /** Description of the other agents that have the field. */
  readonly only?: string;
}

const known = new WeakMap<
  PolicyAnalysis,
  { readonly copyFile: CopyFileInput; readonly faults: readonly InputFault[] }
>();

/** Returns all faults of a policy. Caches them because two rules use them. */
export function inputFaults(reading: PolicyAnalysis, guest: Guest): readonly InputFault[] {
  const before = known.get(reading);
  if (before?.copyFile === guest.copyFile) return before.faults;
  const faults = [...find(reading, guest)];
  known.set(reading, { copyFile: guest.copyFile, faults });
  return faults;
}

function* find(reading: PolicyAnalysis, { copyFile }: Guest): Generator<InputFault> {
  for (const lookup of inputLookups(reading, copyFile)) {
    const fault = faultOf(lookup, copyFile);
    if (fault === undefined) continue;
    const elsewhere = copyFile === 'depends' ? fault : faultOf(lookup, 'depends');
    yield elsewhere === undefined ? { ...fault, only: onlyIn(fault) } : fault;
  }
}

/**
 * Returns the first step of a lookup that doesn't exist in any request. If several requests are possible, uses the one
 * in which most steps exist.
 */
function faultOf({ before, written, requests }: InputLookup, copyFile: CopyFileInput): InputFault | undefined {
  let best: { readonly index: number; readonly place: InputLocation; readonly request: string } | undefined;
  const steps = written.map(({ step }) => step);
  for (const request of requests) {
    let path: PathStep[] = [...before];
    let place = findInputField(request, path, copyFile);
    // If a variable contains something else, the finding is reported at the origin of the variable.
    if (place === undefined) continue;
    let index = 0;
    for (; index < steps.length; index += 1) {
      const step = steps[index];
      if (step === undefined || (step === anyKey && place.type.kind === 'message')) return undefined;
      path = [...path, step];
      const next: InputLocation | undefined = findInputField(request, path, copyFile);
      if (next === undefined) break;
      place = next;
    }
    if (index === steps.length) return undefined;
    if (best === undefined || index > best.index) best = { index, place, request };
  }
  const at = best === undefined ? undefined : written[best.index];
  if (best === undefined || at === undefined || typeof at.step === 'symbol') return undefined;
  const where = formatInputPath([...before, ...steps.slice(0, best.index)]);
  return { part: at.part, step: at.step, where, place: best.place, request: best.request, requests };
}

/** Returns a path as it is written in Rego, such as `input.OCI.Mounts[_]`. */
export function formatInputPath(path: readonly PathStep[]): string {
  return `input${path.map(stepText).join('')}`;
}

function stepText(step: PathStep): string {
  if (typeof step === 'symbol') return '[_]';
  return typeof step === 'number' ? `[${step}]` : `.${step}`;
}

function onlyIn({ request, step }: InputFault): string {
  const field = findInputField(request, [], 'depends')?.fields?.find(({ name }) => name === step);
  return (
    field?.only?.() ??
    l10n.t({
      message: 'other agents',
      args: [],
      comment: ['Inserted into a sentence: the components that have a field.'],
    })
  );
}
