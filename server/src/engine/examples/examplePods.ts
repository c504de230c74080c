/**
 * Texts that the examples of rules on pods are made of: a pod that is right in every respect, with what is to be shown
 * in it. Lines are given with their indentation, so that a mark among them can reach the first column; a line break
 * before the first does not count.
 */

const remote = '  runtimeClassName: kata-remote';

/** A pod with these lines in its spec, before its container. The container ends the text: more of it may follow. */
export function createExamplePod(spec: string): string {
  return pod('', spec);
}

/**
 * A peer pod with these annotations; with these lines in its spec in place of the runtime class, where they are given.
 */
export function annotatedPod(annotations: string, spec: string = remote): string {
  return pod(`  annotations:\n${lines(annotations)}`, spec);
}

function pod(metadata: string, spec: string): string {
  return `
apiVersion: v1
kind: Pod
metadata:
  name: web
${metadata}spec:
${lines(spec)}  containers:
    - name: web
      image: quay.io/example/web
`;
}

function lines(text: string): string {
  return text === '' ? '' : `${text.replace(/^\n/, '')}\n`;
}
