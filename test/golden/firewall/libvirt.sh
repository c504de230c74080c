#!/usr/bin/env bash
# Peer pod ports on demo (BareMetal), based on cluster data from 2026-11-20 10:41 UTC.
# Review this script. Then run it on a computer where you're logged in to the cloud provider.
# OSC 1.12, 3.1 Enabling ports: https://docs.redhat.com/en/documentation/openshift_sandboxed_containers/1.12/html-single/deploying_openshift_sandboxed_containers_on_aws/index
#
# 15150/tcp: connection from the shim on the node to the agent in the pod VM.
# 4789/tcp and 4789/udp: tunnel for the pod network. The OSC documentation opens this port for TCP, but VXLAN uses UDP (RFC 7348), so the script opens both.
# Not in the OSC documentation. Source: firewalld manual page firewall-cmd(1).
# Opens the ports in the firewalld zone of the network of the pod VMs (LIBVIRT_NET in peer-pods-cm).
# Run the script as root on the host where the pod VMs run.
set -euo pipefail

LIBVIRT_NET=pods
bridge=$(virsh net-info "$LIBVIRT_NET" | awk '/^Bridge:/ {print $2}')
if [[ -z $bridge ]] || ! zone=$(firewall-cmd --get-zone-of-interface="$bridge"); then
  echo "The bridge of network $LIBVIRT_NET isn't in a firewalld zone. Check that the network is active." >&2
  exit 1
fi

for port in 15150/tcp 4789/tcp 4789/udp; do
  if firewall-cmd --permanent --zone="$zone" --query-port="$port" >/dev/null; then
    echo "$zone: $port is already open"
  else
    firewall-cmd --permanent --zone="$zone" --add-port="$port" >/dev/null
    firewall-cmd --zone="$zone" --add-port="$port" >/dev/null
    echo "$zone: opened $port"
  fi
done

# To test the connection from a worker node to a pod VM, replace NODE and IP, and run this command:
# oc debug node/NODE -- bash -c 'timeout 3 bash -c "</dev/tcp/IP/15150"; echo "Port 15150 of IP: exit code $?"'
# To explain the output, run Explain Status in VS Code, or osc-tools explain.
# Exit code 0: the port is open. Exit code 124: a firewall drops the packets. "Connection refused": the pod VM is reachable, but no process listens on the port. "No route to host": the node has no route to the network of the pod VM.
