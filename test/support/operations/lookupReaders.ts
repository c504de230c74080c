/** Provides cluster readers for tests: one for objects that the test defines, and one for a simulated cluster. */
import type {
  ReadResult,
  LookupProblem,
  ClusterReader,
  Permission,
  TriedCreate,
} from '#core/operations/lookups/lookup.ts';
import { isJsonObject } from '#core/common/json.ts';
import type { ObjectToWrite } from '#simulator/store/kubeObject.ts';
import type { Client } from '#simulator/controllers/framework/client.ts';

export const forbidden: LookupProblem = {
  why: 'forbidden',
  message:
    'Access denied: things is forbidden: User "x" cannot list resource "things" in API group "example.com" at the cluster scope',
};
export const unreachableCluster: LookupProblem = { why: 'unreachable', message: 'connection refused' };

/** Response by path: an object, a list of objects, or a problem. All other paths are absent. */
export type Answers = Readonly<Record<string, readonly unknown[] | object | { readonly problem: LookupProblem }>>;

export interface WrittenReader extends ClusterReader {
  /** Requested paths in order. */
  readonly asked: readonly string[];
}

/** @param may returns whether a permission is granted, or a problem. By default, all permissions are granted. */
export function writtenReader(
  answers: Answers,
  may: (right: Permission) => ReadResult<boolean> = () => ({ kind: 'value', value: true }),
): WrittenReader {
  const asked: string[] = [];
  const at = (path: string): ReadResult<unknown> => {
    asked.push(path);
    const found = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (found === undefined) return { kind: 'absent' };
    return isJsonObject(found) && 'problem' in found
      ? { kind: 'problem', problem: found['problem'] as LookupProblem }
      : { kind: 'value', value: found };
  };
  return {
    asked,
    get: (path) => Promise.resolve(at(path)),
    list(path, most = 20_000, keep = () => true) {
      const answer = at(path);
      if (answer.kind !== 'value') return Promise.resolve(answer);
      const all = (Array.isArray(answer.value) ? answer.value : []).filter(keep);
      return Promise.resolve({ kind: 'value', value: { items: all.slice(0, most), cut: all.length > most } });
    },
    mayI: (right) => Promise.resolve(may(right)),
    tryCreate(path) {
      const answer = at(path);
      return Promise.resolve(answer.kind === 'value' ? { kind: 'value', value: answer.value as TriedCreate } : answer);
    },
  };
}

/** Creates a reader of a simulated cluster with all permissions. */
export function simulatedReader(client: Client): ClusterReader {
  const place = (
    path: string,
  ): {
    readonly resource: { readonly group: string; readonly plural: string };
    readonly namespace?: string;
    readonly name?: string;
  } => {
    const parts = path.split('/').slice(1);
    const group = parts[0] === 'api' ? '' : (parts[1] ?? '');
    const rest = parts.slice(parts[0] === 'api' ? 2 : 3);
    const inside = rest[0] === 'namespaces' && rest.length > 2;
    const [plural = '', name] = inside ? rest.slice(2) : rest;
    const namespace = inside ? rest[1] : undefined;
    return {
      resource: { group, plural },
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
    };
  };
  // Objects are sent as JSON.
  const sent = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  return {
    get(path) {
      if (path === '/version') return Promise.resolve({ kind: 'value', value: { gitVersion: 'v1.34.1' } });
      const { resource, namespace, name = '' } = place(path);
      const found = client.has(resource) ? client.get(resource, name, namespace) : undefined;
      return Promise.resolve(found === undefined ? { kind: 'absent' } : { kind: 'value', value: sent(found) });
    },
    list(path, most = 20_000, keep = () => true) {
      const { resource, namespace } = place(path);
      if (!client.has(resource)) return Promise.resolve({ kind: 'absent' });
      const all = client.list(resource, namespace).map(sent).filter(keep);
      return Promise.resolve({ kind: 'value', value: { items: all.slice(0, most), cut: all.length > most } });
    },
    mayI: () => Promise.resolve({ kind: 'value', value: true }),
    tryCreate(path, object) {
      const type = client.type(place(path).resource);
      if (type === undefined) return Promise.resolve({ kind: 'absent' });
      const tried = client.store.create(type, sent(object) as ObjectToWrite, { dryRun: true });
      return Promise.resolve({ kind: 'value', value: tried.ok ? {} : { rejection: tried.error.message } });
    },
  };
}
