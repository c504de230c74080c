/**
 * Finds the sandbox that a log line refers to, and the pod of a sandbox. Sources:
 * kata-containers/kata-containers@0a4b755cd9e22b31cfdbfcb9919b4122b51c26cc src/runtime/virtcontainers/sandbox.go (field
 * `sandbox`, paths below /run/vc), src/runtime/virtcontainers/qemu.go (`-name sandbox-<id>`, `qemuPid`);
 * cri-o/cri-o@aea52d676be36051617f2a6dc03a9daab762e3ea server/sandbox_run_linux.go (`Ran pod sandbox <id> with infra
 * container: <namespace>/<pod>/POD`, written only on success), server/sandbox_stop.go and sandbox_remove.go (`Stopped
 * pod sandbox: <id>`); cri-o/ocicni pkg/ocicni/ocicni.go buildCNIRuntimeConf and types.go PodNetwork (`Got pod network
 * &{Name:<pod> Namespace:<namespace> ID:<id> ...`, written during the network setup, before the guest starts, so it
 * exists even for sandboxes that fail to start); kata-containers/kata-containers@ddcb1ad8d2
 * src/libs/shim-interface/src/lib.rs (the Rust runtime keeps the files of a sandbox below /run/kata/<id>).
 */

/** Start of the message that contains a pod and its sandbox ID. It's logged before the sandbox starts. */
export const withNetwork = 'Got pod network ';
/** Sandbox ID in the format of CRI-O. */
const id = '[0-9a-f]{64}';
/** Guests have folders of containers with these files below /run/kata-containers, too. */
const ofContainer = '(?!/(?:rootfs|config\\.json)\\b)';
const inPath = new RegExp(`/(?:sbs|vm|sandboxes|run/kata(?:-containers)?)/(${id})${ofContainer}`);
const inName = new RegExp(`\\bsandbox[- ](${id})`);
const inWords = new RegExp(`[Ss]andbox(?:[ _-]?[Ii][Dd])?\\\\?["':= ]{1,4}(?:[Ii]d[:=] ?)?(${id})`);
const ran = new RegExp(`Ran pod sandbox (${id}) with infra container: ([\\w.-]{1,63})/([\\w.-]{1,253})/`);
const network = new RegExp(`${withNetwork}&?\\{Name:([\\w.-]{1,253}) Namespace:([\\w.-]{1,63}) ID:(${id})`);
const hasId = new RegExp(id);

/**
 * Returns the sandbox ID in a message without an ID field. Returns undefined if the message contains none. Fast for
 * messages without an ID.
 */
export function sandboxInWords(message: string): string | undefined {
  if (message.includes(withNetwork)) return podSandboxIn(message)?.sandbox;
  if (!message.includes('andbox') && !message.includes('/run/vc/') && !message.includes('/run/kata')) return undefined;
  if (!hasId.test(message)) return undefined;
  return (inPath.exec(message) ?? inName.exec(message) ?? inWords.exec(message))?.[1];
}

/** A pod and its sandbox. */
export interface PodSandboxId {
  readonly sandbox: string;
  readonly namespace: string;
  readonly pod: string;
}

/** Returns the pod and its sandbox from a line in which CRI-O logs both. */
export function podSandboxIn(text: string): PodSandboxId | undefined {
  if (text.includes('Ran pod sandbox ')) {
    const found = ran.exec(text);
    return found === null ? undefined : { sandbox: found[1] ?? '', namespace: found[2] ?? '', pod: found[3] ?? '' };
  }
  const found = text.includes(withNetwork) ? network.exec(text) : null;
  return found === null ? undefined : { sandbox: found[3] ?? '', namespace: found[2] ?? '', pod: found[1] ?? '' };
}
