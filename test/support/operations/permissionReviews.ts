/** Results of access reviews for tests of permissions. */
import type { Permission, ReadResult } from '#core/operations/lookups/lookup.ts';
import { requiredPermissions } from '#core/operations/lookups/permissions.ts';
import type { PermissionState } from '#core/operations/permissions/reviewPermissions.ts';
import { operatorNamespace } from '#core/product/namespaces.ts';

export const granted: ReadResult<boolean> = { kind: 'value', value: true };
export const denied: ReadResult<boolean> = { kind: 'value', value: false };

/** Returns a reader whose access reviews have these results. */
export const reader = (answer: (asked: Permission) => ReadResult<boolean>) => ({
  mayI: (asked: Permission) => Promise.resolve(answer(asked)),
});

/** Returns a review in which each permission has this state. */
export const withStates = (state: (id: string) => PermissionState) => ({
  states: new Map(requiredPermissions.map(({ id }) => [id, state(id)])),
});

export const inOperatorNamespace = { namespace: operatorNamespace };

/** The start of a report. */
export const head = { cluster: 'demo', server: 'https://api.demo:6443', user: 'dev/api-demo:6443', at: 0 };
