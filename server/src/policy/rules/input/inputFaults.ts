/** What look-ups in `input` do not find, because the request has no such field. */
import * as l10n from '@vscode/l10n';
import type { Guest } from '#core/agent/guests.ts';
import {
  anyKey,
  findInputField,
  type CopyFileInput,
  type InputPlace,
  type PathStep,
} from '#core/agent/inputs/inputs.ts';
import type { RefPart } from '#server/policy/rego/syntax/ast.ts';
import { inputLookups, type InputLookup } from './inputPaths.ts';
import type { PolicyAnalysis } from '../policyAnalysis.ts';

/** A step that leads to nothing. */
export interface InputFault {
  readonly part: RefPart;
  readonly step: string | number;
  /** What it is looked for in: `input.OCI`, and what that is. */
  readonly where: string;
  readonly place: InputPlace;
  readonly request: string;
  readonly requests: readonly string[];
  /** Other agents have it: which ones. */
  readonly only?: string;
}

const known = new WeakMap<
  PolicyAnalysis,
  { readonly copyFile: CopyFileInput; readonly faults: readonly InputFault[] }
>();

/** All of a policy, worked out once: two rules ask. */
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

/** The step that no request can follow; of several requests the one that gets furthest. */
function faultOf({ before, written, requests }: InputLookup, copyFile: CopyFileInput): InputFault | undefined {
  let best: { readonly index: number; readonly place: InputPlace; readonly request: string } | undefined;
  const steps = written.map(({ step }) => step);
  for (const request of requests) {
    let path: PathStep[] = [...before];
    let place = findInputField(request, path, copyFile);
    // A variable that runs over something else is spoken of where it begins.
    if (place === undefined) continue;
    let index = 0;
    for (; index < steps.length; index += 1) {
      const step = steps[index];
      if (step === undefined || (step === anyKey && place.type.kind === 'message')) return undefined;
      path = [...path, step];
      const next: InputPlace | undefined = findInputField(request, path, copyFile);
      if (next === undefined) break;
      place = next;
    }
    if (index === steps.length) return undefined;
    if (best === undefined || index > best.index) best = { index, place, request };
  }
  const at = best === undefined ? undefined : written[best.index];
  if (best === undefined || at === undefined || typeof at.step === 'symbol') return undefined;
  const where = ['input', ...[...before, ...steps.slice(0, best.index)].map(stepText)].join('');
  return { part: at.part, step: at.step, where, place: best.place, request: best.request, requests };
}

function stepText(step: PathStep): string {
  if (typeof step === 'symbol') return '[_]';
  return typeof step === 'number' ? `[${step}]` : `.${step}`;
}

function onlyIn({ request, step }: InputFault): string {
  const field = findInputField(request, [], 'depends')?.fields?.find(({ name }) => name === step);
  return field?.only?.() ?? l10n.t({ message: 'other agents', args: [], comment: ['Of a field: only {0} have it.'] });
}
