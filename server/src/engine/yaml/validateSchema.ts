/**
 * Validates a document against the schema of its kind and locates the errors. Validators are compiled at build time.
 */
import * as validators from '#schemas/validators.js';
import { findMapEntry, findYamlNode, toPlainValue, type MapNode, type YamlNode, type PathSegment } from './node.ts';

/** A mismatch between a document and its schema. */
export type SchemaError =
  | {
      readonly type: 'unknown-field';
      readonly path: readonly PathSegment[];
      readonly parent: MapNode;
      readonly field: string;
    }
  | {
      readonly type: 'missing-field';
      readonly path: readonly PathSegment[];
      readonly parent: YamlNode;
      readonly field: string;
    }
  | {
      readonly type: 'wrong-type';
      readonly path: readonly PathSegment[];
      readonly node: YamlNode;
      readonly expected: readonly string[];
    }
  | {
      readonly type: 'not-in-enum';
      readonly path: readonly PathSegment[];
      readonly node: YamlNode;
      readonly allowed: readonly unknown[];
    };

/** The part of an ajv error that this module uses. */
interface AjvError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: {
    additionalProperty?: string;
    missingProperty?: string;
    type?: string | string[];
    allowedValues?: unknown[];
  };
}
type Validator = ((value: unknown) => boolean) & { errors?: readonly AjvError[] | null };

const byKind = new Map<string, Validator>(Object.entries(validators as Record<string, Validator>));

/** Maximum number of errors to report. Locating each one takes time. */
const maxErrors = 300;

/** Returns all schema errors of a document. Returns none if there is no schema for the kind. */
export function validate(kind: string, root: MapNode): SchemaError[] {
  const validator = byKind.get(kind);
  if (validator === undefined || validator(toPlainValue(root))) return [];
  return (validator.errors ?? []).slice(0, maxErrors).flatMap((error) => toSchemaError(error, root) ?? []);
}

function toSchemaError({ keyword, instancePath, params }: AjvError, root: MapNode): SchemaError | undefined {
  const path = stepsOf(instancePath, root);
  const node = findYamlNode(root, path);
  if (node === undefined || isUnknown(node)) return undefined;
  switch (keyword) {
    case 'additionalProperties': {
      const field = params.additionalProperty;
      return field === undefined || node.type !== 'map'
        ? undefined
        : { type: 'unknown-field', path, parent: node, field };
    }
    case 'required': {
      const field = params.missingProperty;
      if (field === undefined || (node.type === 'map' && findMapEntry(node, field) !== undefined)) return undefined;
      return { type: 'missing-field', path, parent: node, field };
    }
    case 'type':
      return { type: 'wrong-type', path, node, expected: [params.type ?? []].flat() };
    case 'enum':
      return { type: 'not-in-enum', path, node, allowed: params.allowedValues ?? [] };
    default:
      return undefined;
  }
}

function isUnknown(node: YamlNode): boolean {
  return node.type === 'scalar' && node.unknown;
}

/** Converts a JSON pointer to a path. A number is an index only if the document has a list there. */
function stepsOf(pointer: string, root: YamlNode): PathSegment[] {
  const steps: PathSegment[] = [];
  let node: YamlNode | undefined = root;
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const step: PathSegment = node?.type === 'seq' ? Number(key) : key;
    steps.push(step);
    node = findYamlNode(node, [step]);
  }
  return steps;
}
