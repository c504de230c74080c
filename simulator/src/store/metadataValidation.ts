/** Validates the metadata of objects. */
import type { ErrorCause } from './apiError.ts';
import type { JsonObject, ObjectToWrite } from './kubeObject.ts';

const subdomain = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const label = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/;
const qualifiedPart = /^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const subdomainWords =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
/** Error message for a name that isn't a valid label. */
export const labelRuleMessage =
  "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
const partWords =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
const valueWords =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";

/** Groups whose names can contain almost any character that is valid in a path, such as `system:node`. */
const looseNames = new Set(['rbac.authorization.k8s.io']);

/**
 * Returns the error causes for invalid metadata of an object.
 * @param labelName true if the name must be a label instead of a subdomain
 */
export function metadataCauses(object: ObjectToWrite, group: string, labelName: boolean): readonly ErrorCause[] {
  const { name = '', generateName, labels, annotations, finalizers } = object.metadata;
  const causes: ErrorCause[] = [];
  if (name === '') {
    causes.push({
      reason: 'FieldValueRequired',
      message: 'Required value: name or generateName is required',
      field: generateName === undefined ? 'metadata.name' : 'metadata.generateName',
    });
  } else {
    const why = nameProblem(name, group, labelName);
    if (why !== undefined) causes.push(invalidValue('metadata.name', name, why));
  }
  causes.push(...labelCauses('metadata.labels', labels ?? {}));
  for (const key of Object.keys(annotations ?? {})) {
    const why = keyProblem(key.toLowerCase());
    if (why !== undefined) causes.push(invalidValue('metadata.annotations', key, why));
  }
  for (const finalizer of finalizers ?? []) {
    const why = keyProblem(finalizer);
    if (why !== undefined) causes.push(invalidValue('metadata.finalizers', finalizer, why));
  }
  return causes;
}

/** Returns the error causes for invalid labels in a field. */
export function labelCauses(field: string, labels: JsonObject): readonly ErrorCause[] {
  return Object.entries(labels).flatMap(([key, value]) => {
    const text = String(value);
    const why = keyProblem(key);
    const problem =
      text.length > 63
        ? 'must be no more than 63 characters'
        : text === '' || qualifiedPart.test(text)
          ? undefined
          : valueWords;
    return [
      ...(why === undefined ? [] : [invalidValue(field, key, why)]),
      ...(problem === undefined ? [] : [invalidValue(field, text, problem)]),
    ];
  });
}

/**
 * Returns the error causes for a field that contains the name of an object.
 * @param labelName true if the name must be a label instead of a subdomain
 */
export function nameCauses(field: string, name: string, labelName: boolean): readonly ErrorCause[] {
  const why = nameProblem(name, '', labelName);
  return why === undefined ? [] : [invalidValue(field, name, why)];
}

export function invalidValue(field: string, value: unknown, why: string): ErrorCause {
  return {
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${typeof value === 'string' ? JSON.stringify(value) : JSON.stringify(value)}: ${why}`,
    field,
  };
}

function nameProblem(name: string, group: string, labelName: boolean): string | undefined {
  if (looseNames.has(group)) {
    if (name === '.' || name === '..') return `may not be '${name}'`;
    return /[/%]/.test(name) ? `may not contain '${name.includes('/') ? '/' : '%'}'` : undefined;
  }
  const limit = labelName ? 63 : 253;
  if (name.length > limit) return `must be no more than ${limit} characters`;
  if (labelName) return label.test(name) ? undefined : labelRuleMessage;
  return subdomain.test(name) ? undefined : subdomainWords;
}

function keyProblem(key: string): string | undefined {
  const slash = key.indexOf('/');
  const prefix = slash < 0 ? undefined : key.slice(0, slash);
  const part = slash < 0 ? key : key.slice(slash + 1);
  if (prefix !== undefined && (prefix.length > 253 || !subdomain.test(prefix)))
    return `prefix part ${prefix === '' ? 'must be non-empty' : subdomainWords}`;
  if (part === '') return 'name part must be non-empty';
  if (part.length > 63) return 'name part must be no more than 63 characters';
  return qualifiedPart.test(part) ? undefined : partWords;
}
