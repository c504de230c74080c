/** Objects for the examples of these rules. They are valid, and refer to each other. */

/** A template whose pods are peer pods. */
export const exampleTemplate = `
apiVersion: extensions.agents.x-k8s.io/v1beta1
kind: SandboxTemplate
metadata:
  name: agent-template
spec:
  podTemplate:
    spec:
      runtimeClassName: kata-remote
      containers:
        - name: agent
          image: quay.io/example/agent
`;

/** A warm pool of the template. */
export const examplePool = `
apiVersion: extensions.agents.x-k8s.io/v1beta1
kind: SandboxWarmPool
metadata:
  name: agents
spec:
  sandboxTemplateRef:
    name: agent-template
`;

/** A claim that takes a sandbox from the warm pool. */
export const exampleClaim = `
apiVersion: extensions.agents.x-k8s.io/v1beta1
kind: SandboxClaim
metadata:
  name: agent
spec:
  warmPoolRef:
    name: agents
`;

/**
 * Returns a Sandbox. Fields of its specification can follow.
 * @param runtimeClass can include the marks of an example
 */
export const exampleSandbox = (version: string, runtimeClass = 'kata'): string => `
apiVersion: agents.x-k8s.io/${version}
kind: Sandbox
metadata:
  name: agent
spec:
  podTemplate:
    spec:
      runtimeClassName: ${runtimeClass}
      containers:
        - name: agent
          image: quay.io/example/agent
`;
