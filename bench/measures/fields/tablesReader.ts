/** Decodes all tables of Kubernetes fields in a process of its own, and reports the memory that they take. */
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listedKindNames } from '#core/kinds/listedKinds.ts';
import type { KubernetesType } from '#core/kubernetes/tables.ts';

setFlagsFromString('--expose_gc');
const collect: unknown = runInNewContext('gc');

process.channel?.ref();
// The loader of modules also takes memory when it first runs.
await import('#core/kubernetes/numberRanges.ts');
residentMiB();
const before = residentMiB();
const { findKubernetesKind } = await import('#core/kubernetes/tables.ts');
const decoded = new Set<KubernetesType>();
for (const name of listedKindNames) {
  const [kind = '', ...apiVersion] = name.split('/').toReversed();
  decode(findKubernetesKind(apiVersion.toReversed().join('/'), kind));
}
if (decoded.size < 200) throw new Error(`decoded only ${decoded.size} types`);
process.send?.({ rss: residentMiB() - before });

function decode(type: KubernetesType | undefined): void {
  if (type?.type === 'list') decode(type.items);
  if (type?.type === 'map') decode(type.values);
  if (type?.type !== 'object' || decoded.has(type)) return;
  decoded.add(type);
  for (const field of type.fields().values()) decode(field.type);
}

function residentMiB(): number {
  for (let times = 0; times < 3; times += 1) if (typeof collect === 'function') collect();
  return process.memoryUsage.rss() / 2 ** 20;
}
