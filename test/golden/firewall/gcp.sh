#!/usr/bin/env bash
# Peer pod ports on demo (GCP), based on cluster data from 2026-11-20 10:41 UTC.
# Review this script. Then run it on a computer where you're logged in to the cloud provider.
# OSC 1.12, 3.1 Enabling ports: https://docs.redhat.com/en/documentation/openshift_sandboxed_containers/1.12/html-single/deploying_openshift_sandboxed_containers_on_aws/index
#
# 15150/tcp: connection from the shim on the node to the agent in the pod VM.
# 9000/tcp and 9000/udp: tunnel for the pod network. The OSC documentation opens this port for TCP, but VXLAN uses UDP (RFC 7348), so the script opens both.
# Not in the OSC documentation. Source: Google Cloud SDK reference, gcloud compute firewall-rules create.
# Opens the ports between all VMs of the network of the pod VMs (GCP_NETWORK in peer-pods-cm). For a shared VPC, the rule is in the project of the network.
# Requires the gcloud CLI, logged in with permission to create firewall rules.
set -euo pipefail

GCP_NETWORK_PROJECT=shared-network-1
GCP_NETWORK_NAME=demo-net
rule=osc-peer-pods-15150-9000

if gcloud compute firewall-rules describe "$rule" --project="$GCP_NETWORK_PROJECT" >/dev/null 2>&1; then
  echo "Rule $rule already exists"
else
  ranges=$(gcloud compute networks subnets list --project="$GCP_NETWORK_PROJECT" --network="$GCP_NETWORK_NAME" \
    --format='value(ipCidrRange)' | paste -s -d , -)
  # Without source ranges, gcloud would allow traffic from any address.
  if [[ -z $ranges ]]; then
    echo "Network $GCP_NETWORK_NAME in project $GCP_NETWORK_PROJECT has no subnets that you can list." >&2
    exit 1
  fi
  gcloud compute firewall-rules create "$rule" --project="$GCP_NETWORK_PROJECT" --network="$GCP_NETWORK_NAME" \
    --direction=INGRESS --allow=tcp:15150,tcp:9000,udp:9000 --source-ranges="$ranges"
  echo "Created rule $rule for $ranges"
fi

# To test the connection from a worker node to a pod VM, replace NODE and IP, and run this command:
# oc debug node/NODE -- bash -c 'timeout 3 bash -c "</dev/tcp/IP/15150"; echo "Port 15150 of IP: exit code $?"'
# To explain the output, run Explain Status in VS Code, or osc-tools explain.
# Exit code 0: the port is open. Exit code 124: a firewall drops the packets. "Connection refused": the pod VM is reachable, but no process listens on the port. "No route to host": the node has no route to the network of the pod VM.
