/** Recognizes commands that concern OpenShift sandboxed containers. */
import { operatorNamespace } from '../../product/namespaces.ts';
import type { ShellWord } from '../shell/shellCommand.ts';
import type { ClientCommand, ClientPipeline } from './clientCommand.ts';

/** Names of objects and components of the product. */
const names = new Set([
  'kata',
  'kata-remote',
  'kata-oc',
  'virtiofsd',
  'peer-pods-cm',
  'peer-pods-secret',
  'osc-feature-gates',
  'layered-image-deploy-cm',
  'sandboxed-containers-operator',
  operatorNamespace,
]);
/** Beginnings of the names of other objects and resource types. */
const beginnings = /^(?:kataconfigs?|peerpods?|peerpodconfigs?)(?:[.-]|$)|^osc-(?:caa|podvm|monitor|must-gather)/i;
const fileOptions = new Set(['-f', '--filename', '-k', '--kustomize']);
/** Matches a filter for pods with a runtime class of Kata. */
const runtimeClassFilter = /runtimeClassName\W{1,20}kata\b/;
/** Misspelled names, such as the namespace `openshift-sandbox-containers-operator`. */
const nearNamespace = /^op\w{3,10}-sand\w{0,12}-cont\w{2,12}-op\w{3,10}$/;

/** Returns whether a pipeline concerns objects of the product. */
export function isOwnPipeline({ pipeline, calls }: ClientPipeline): boolean {
  return (
    calls.some(isOwnCall) ||
    pipeline.commands.some(({ words }) =>
      words.some(({ value }) => value !== undefined && runtimeClassFilter.test(value)),
    )
  );
}

function isOwnCall(call: ClientCommand): boolean {
  const { tool, verb, words, options, remote } = call;
  // Source: OSC 1.12 §6.3.
  if (tool === 'crio') return verb === 'config';
  if (remote.some(({ value }, index) => value === 'crio' && remote[index + 1]?.value === 'config')) return true;
  // A file name doesn't identify the objects in the file.
  const files = options.filter(({ name }) => fileOptions.has(name)).map(({ word }) => word);
  return words.some((word) => !files.includes(word) && mentionsOwnName(word)) || isDisplayName(call);
}

function mentionsOwnName({ value }: ShellWord): boolean {
  return value !== undefined && value.length <= 2000 && value.split(/[^\w.-]+/).some(isOwnName);
}

function isOwnName(name: string): boolean {
  return names.has(name) || beginnings.test(name) || nearNamespace.test(name);
}

function isDisplayName({ operands }: ClientCommand): boolean {
  return /sandboxed containers operator/i.test(operands.map(({ value }) => value ?? '').join(' '));
}
