/**
 * Reads type declarations of Go files in the form in which the Kubernetes API repositories write them: structs with
 * JSON tags, named types, and typed constants. It isn't a parser for other Go code.
 */

/** A field of a Go struct that is part of the JSON form of the object. */
export interface GoField {
  /** The name in JSON, or undefined for an embedded struct, whose fields belong to this struct. */
  readonly name: string | undefined;
  /** The Go type without pointers, such as `[]Container` or `metav1.Time`. */
  readonly type: string;
  /** Whether an empty value is left out, which optional fields have in common. */
  readonly isOmitted: boolean;
  /** How a strategic merge patch changes the list, such as `merge`. */
  readonly patchStrategy: string | undefined;
  /** The field that identifies an item of the list in a strategic merge patch. */
  readonly patchMergeKey: string | undefined;
  readonly comment: readonly string[];
}

/** The type declarations and constants of one Go package. */
export interface GoPackage {
  readonly structs: ReadonlyMap<string, readonly GoField[]>;
  /** The comments of the structs. */
  readonly structComments: ReadonlyMap<string, readonly string[]>;
  /** Named types that aren't structs, with the type that they are defined as. */
  readonly named: ReadonlyMap<string, GoNamedType>;
  /** The values of the typed string constants, by the name of the type. */
  readonly constants: ReadonlyMap<string, readonly GoConstant[]>;
}

/** A named Go type that isn't a struct. */
interface GoNamedType {
  readonly type: string;
  readonly comment: readonly string[];
}

/** A typed string constant. */
interface GoConstant {
  readonly value: string;
  readonly comment: readonly string[];
}

const structStart = /^type (\w+) struct ?\{(\}?)$/;
const namedType = /^type (\w+) (?:= )?([\w.*[\]]+)$/;
const taggedField = /^(?:\w+\s+)?([\w.*[\]]+)\s+`([^`]*)`/;
const jsonTag = /json:"([^"]*)"/;
const patchStrategyTag = /patchStrategy:"([^"]*)"/;
const patchMergeKeyTag = /patchMergeKey:"([^"]*)"/;
const constant = /^(?:const\s+)?\w+\s+(?:(\w+)\s+=\s+"([^"]*)"|=\s+(\w+)\("([^"]*)"\))/;

/**
 * Reads the declarations of a Go file.
 * @param text the content of a file such as `core/v1/types.go`
 */
export function readGoTypes(text: string): GoPackage {
  const structs = new Map<string, readonly GoField[]>();
  const structComments = new Map<string, readonly string[]>();
  const named = new Map<string, GoNamedType>();
  const constants = new Map<string, GoConstant[]>();
  let comment: string[] = [];
  let fields: GoField[] | undefined;
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line.startsWith('//')) {
      comment.push(line.replace(/^\/\/ ?/, ''));
      continue;
    }
    const [, struct, end] = structStart.exec(line) ?? [];
    if (struct !== undefined) {
      const ownFields: GoField[] = [];
      structs.set(struct, ownFields);
      structComments.set(struct, comment);
      fields = end === '}' ? undefined : ownFields;
    } else if (line === '}') fields = undefined;
    else if (fields === undefined) readDeclaration(line, comment, named, constants);
    else {
      const field = readField(line, comment);
      if (field !== undefined) fields.push(field);
    }
    comment = [];
  }
  return { structs, structComments, named, constants };
}

function readDeclaration(
  line: string,
  comment: readonly string[],
  named: Map<string, GoNamedType>,
  constants: Map<string, GoConstant[]>,
): void {
  const [, name, type] = namedType.exec(line) ?? [];
  if (name !== undefined && type !== undefined) {
    named.set(name, { type: type.replaceAll('*', ''), comment });
    return;
  }
  const [, typeBefore, valueBefore, typeAfter, valueAfter] = constant.exec(line) ?? [];
  const owner = typeBefore ?? typeAfter;
  const value = valueBefore ?? valueAfter;
  if (owner === undefined || value === undefined) return;
  const values = constants.get(owner) ?? [];
  values.push({ value, comment });
  constants.set(owner, values);
}

function readField(line: string, comment: readonly string[]): GoField | undefined {
  const [, type, tag] = taggedField.exec(line) ?? [];
  if (type === undefined || tag === undefined) return undefined;
  const json = jsonTag.exec(tag)?.[1]?.split(',');
  if (json === undefined || json[0] === '-') return undefined;
  const jsonName = json[0] ?? '';
  // An embedded struct with a name in JSON, such as ObjectMeta, is a field.
  const embedded = jsonName === '' || json.includes('inline');
  return {
    name: embedded ? undefined : jsonName,
    type: type.replaceAll('*', ''),
    isOmitted: json.includes('omitempty') || json.includes('omitzero'),
    patchStrategy: patchStrategyTag.exec(tag)?.[1],
    patchMergeKey: patchMergeKeyTag.exec(tag)?.[1],
    comment,
  };
}
