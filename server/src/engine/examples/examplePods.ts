/**
 * Texts for the examples of pod rules: a valid pod with the lines that an example shows. Lines include their
 * indentation, so that a mark can reach the first column. A leading line break is ignored.
 */

const remote = '  runtimeClassName: kata-remote';

/**
 * Returns a pod with these lines in its spec before the container. The pod ends with the container, so that an example
 * can append lines to it.
 */
export function createExamplePod(spec: string): string {
  return pod('', spec);
}

/** Returns a peer pod with these annotations. If `spec` is set, it replaces the runtime class. */
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

const matchingSelector = '  selector:\n    matchLabels:\n      app: web';

/**
 * Returns a Deployment whose pods run in a Kata sandbox.
 * @param parts lines of its spec, a selector that replaces the matching one, and a mark below the key `template`
 */
export function createExampleDeployment({
  spec = '',
  selector = matchingSelector,
  mark = '',
}: {
  readonly spec?: string;
  readonly selector?: string;
  readonly mark?: string;
}): string {
  return `
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
spec:
${lines(spec)}${lines(selector)}  template:
${lines(mark)}    metadata:
      labels:
        app: web
    spec:
      runtimeClassName: kata
      containers:
        - name: web
          image: quay.io/example/web
`;
}
