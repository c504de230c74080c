/**
 * Which sandbox a line is about, and what else it ties together. Sources:
 * kata-containers/kata-containers@0a4b755cd9e22b31cfdbfcb9919b4122b51c26cc src/runtime/virtcontainers/sandbox.go (field
 * `sandbox`, paths below /run/vc), src/runtime/virtcontainers/qemu.go (`-name sandbox-<id>`, `qemuPid`);
 * cri-o/cri-o@aea52d676be36051617f2a6dc03a9daab762e3ea server/sandbox_run_linux.go
 * (`Ran pod sandbox <id> with infra container: <namespace>/<pod>/POD`, which is written when all went well),
 * server/sandbox_stop.go and sandbox_remove.go (`Stopped pod sandbox: <id>`); cri-o/ocicni pkg/ocicni/ocicni.go
 * buildCNIRuntimeConf and types.go PodNetwork (`Got pod network &{Name:<pod> Namespace:<namespace> ID:<id> ...`, with
 * the network, so before the guest is started: it is there for sandboxes that fail as well).
 */

/** What a line begins with that ties a pod to its sandbox before anything is started. */
export const withNetwork = 'Got pod network ';
/** An id as CRI-O gives it. */
const id = '[0-9a-f]{64}';
const inPath = new RegExp(`/(?:sbs|vm|sandboxes)/(${id})`);
const inName = new RegExp(`\\bsandbox[- ](${id})`);
const inWords = new RegExp(`[Ss]andbox(?:[ _-]?[Ii][Dd])?\\\\?["':= ]{1,4}(?:[Ii]d[:=] ?)?(${id})`);
const ran = new RegExp(`Ran pod sandbox (${id}) with infra container: ([\\w.-]{1,63})/([\\w.-]{1,253})/`);
const network = new RegExp(`${withNetwork}&?\\{Name:([\\w.-]{1,253}) Namespace:([\\w.-]{1,63}) ID:(${id})`);
const hasId = new RegExp(id);

/**
 * The id of a sandbox in words that have no field of it; undefined where none is named. Quick where there is nothing.
 */
export function sandboxInWords(message: string): string | undefined {
  if (message.includes(withNetwork)) return podSandboxIn(message)?.sandbox;
  if (!message.includes('andbox') && !message.includes('/run/vc/')) return undefined;
  if (!hasId.test(message)) return undefined;
  return (inPath.exec(message) ?? inName.exec(message) ?? inWords.exec(message))?.[1];
}

/** A pod, and the sandbox that it runs in. */
export interface PodSandboxId {
  readonly sandbox: string;
  readonly namespace: string;
  readonly pod: string;
}

/** Where CRI-O says which sandbox a pod got. */
export function podSandboxIn(text: string): PodSandboxId | undefined {
  if (text.includes('Ran pod sandbox ')) {
    const found = ran.exec(text);
    return found === null ? undefined : { sandbox: found[1] ?? '', namespace: found[2] ?? '', pod: found[3] ?? '' };
  }
  const found = text.includes(withNetwork) ? network.exec(text) : null;
  return found === null ? undefined : { sandbox: found[3] ?? '', namespace: found[2] ?? '', pod: found[1] ?? '' };
}
