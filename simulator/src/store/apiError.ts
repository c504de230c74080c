/** Defines the errors of the API and their causes: the content of a `Status`. */
import { formatQualifiedName, type ResourceName } from './resourceName.ts';

export interface ErrorCause {
  readonly reason: string;
  readonly message: string;
  readonly field?: string;
}

export interface ApiError {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly details?: {
    readonly name?: string;
    readonly group?: string;
    readonly kind?: string;
    readonly uid?: string;
    readonly causes?: readonly ErrorCause[];
    readonly retryAfterSeconds?: number;
  };
  /** Token to continue a list request after its state has expired. */
  readonly continueToken?: string;
}

/** Creates the `details` with the plural name of the resource under `kind`, as the API does. */
function detailsOf(resource: ResourceName, name?: string): { name?: string; group?: string; kind: string } {
  return {
    ...(name === undefined || name === '' ? {} : { name }),
    ...(resource.group === '' ? {} : { group: resource.group }),
    kind: resource.plural,
  };
}

export function notFound(resource: ResourceName, name: string): ApiError {
  return {
    code: 404,
    reason: 'NotFound',
    message: `${formatQualifiedName(resource)} "${name}" not found`,
    details: detailsOf(resource, name),
  };
}

export function alreadyExists(resource: ResourceName, name: string, terminating = false): ApiError {
  const message = `${formatQualifiedName(resource)} "${name}" already exists`;
  return {
    code: 409,
    reason: 'AlreadyExists',
    message: terminating ? `object is being deleted: ${message}` : message,
    details: detailsOf(resource, name),
  };
}

export function conflict(resource: ResourceName, name: string, why: string, causes?: readonly ErrorCause[]): ApiError {
  return {
    code: 409,
    reason: 'Conflict',
    message: `Operation cannot be fulfilled on ${formatQualifiedName(resource)} "${name}": ${why}`,
    details: { ...detailsOf(resource, name), ...(causes === undefined ? {} : { causes }) },
  };
}

/** Error message for updates that are based on an outdated version. */
export const modifiedMeanwhile =
  'the object has been modified; please apply your changes to the latest version and try again';

export function forbidden(resource: ResourceName, name: string, why: string, causes?: readonly ErrorCause[]): ApiError {
  return {
    code: 403,
    reason: 'Forbidden',
    message: `${formatQualifiedName(resource)}${name === '' ? '' : ` "${name}"`} is forbidden: ${why}`,
    details: { ...detailsOf(resource, name), ...(causes === undefined ? {} : { causes }) },
  };
}

/** Creates the error for invalid content. Here, `details.kind` is the kind, as in the real API. */
export function invalid(
  kind: { readonly group: string; readonly kind: string },
  name: string,
  causes: readonly ErrorCause[],
): ApiError {
  const texts = causes.map(({ field, message }) => (field === undefined ? message : `${field}: ${message}`));
  const text = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`;
  const qualified = kind.group === '' ? kind.kind : `${kind.kind}.${kind.group}`;
  return {
    code: 422,
    reason: 'Invalid',
    message: `${qualified} "${name}" is invalid: ${text}`,
    details: {
      ...(name === '' ? {} : { name }),
      ...(kind.group === '' ? {} : { group: kind.group }),
      kind: kind.kind,
      causes,
    },
  };
}

export function badRequest(message: string): ApiError {
  return { code: 400, reason: 'BadRequest', message };
}

export function methodNotAllowed(message: string, details?: ApiError['details']): ApiError {
  return { code: 405, reason: 'MethodNotAllowed', message, ...(details === undefined ? {} : { details }) };
}

export function expired(message: string, continueToken?: string): ApiError {
  return { code: 410, reason: 'Expired', message, ...(continueToken === undefined ? {} : { continueToken }) };
}

export function unauthorized(): ApiError {
  return { code: 401, reason: 'Unauthorized', message: 'Unauthorized' };
}

export function internalError(why: string): ApiError {
  return {
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${why}`,
    details: { causes: [{ reason: '', message: why }] },
  };
}

export function tooManyRequests(message: string, retryAfterSeconds: number): ApiError {
  return { code: 429, reason: 'TooManyRequests', message, details: { retryAfterSeconds } };
}
