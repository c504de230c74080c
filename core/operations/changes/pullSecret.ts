/** Names of a Secret with registry logins. Source: Kubernetes core/v1 SecretTypeDockerConfigJson. */

/** Type of the Secret. */
export const pullSecretType = 'kubernetes.io/dockerconfigjson';
/** The only key of the Secret. */
export const pullSecretKey = '.dockerconfigjson';
