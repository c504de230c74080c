/**
 * Determines which objects the rules for Kubernetes fields check: workloads whose pods run in a Kata sandbox, and the
 * other objects in their files. In other files, findings wouldn't concern this product.
 */
import { findKubernetesKind } from '#core/kubernetes/tables.ts';
import { formatFieldPath } from '#core/kinds/field.ts';
import { sanitizeQuote } from '#core/text/sanitize.ts';
import { oncePerObject } from '#server/engine/oncePerObject.ts';
import type { Manifest } from '#server/engine/yaml/manifestModel.ts';
import { getYamlString, type PathSegment } from '#server/engine/yaml/node.ts';
import { isAgentSandbox } from '../../agentSandbox/findOtherVersionFields.ts';
import { isKataWorkload, isListedObject } from './listedObjects.ts';
import { walkFields, type FieldProblem, type WalkResult } from './walkFields.ts';

const nothing: WalkResult = { problems: [], scalars: [], quantities: [], objects: [], hasDirective: false };

/** Returns the problems with the fields of an object. Returns none for objects that the rules don't check. */
export const walkCheckedObject = oncePerObject((manifest: Manifest): WalkResult => {
  const { root } = manifest;
  const isWorkload = isKataWorkload(manifest) || isAgentSandbox(manifest);
  if (!isWorkload && !isListedObject(manifest)) return nothing;
  const type = findKubernetesKind(getYamlString(root, ['apiVersion']) ?? '', getYamlString(root, ['kind']) ?? '');
  return type === undefined ? nothing : walkFields(root, type, isWorkload);
});

/** Returns whether the rules check an object. */
export function isCheckedObject(manifest: Manifest): boolean {
  return walkCheckedObject(manifest) !== nothing;
}

/** Returns the problems of one type. */
export function listProblems<Type extends FieldProblem['type']>(
  manifest: Manifest,
  type: Type,
): readonly Extract<FieldProblem, { readonly type: Type }>[] {
  const { problems } = walkCheckedObject(manifest);
  if (problems.length === 0) return [];
  return problems.filter((problem): problem is Extract<FieldProblem, { readonly type: Type }> => problem.type === type);
}

/** Formats a path for a message, such as `spec.containers[0].ports`. */
export function formatPath(path: readonly PathSegment[]): string {
  const text = path.reduce<string>(
    (before, step) =>
      typeof step === 'number'
        ? `${before}[${step}]`
        : before === ''
          ? formatFieldPath([step])
          : `${before}.${formatFieldPath([step])}`,
    '',
  );
  return sanitizeQuote(text, 120);
}
