// How an outbox in PostgreSQL is read, from the configuration file.
import type { RedisTls } from '../../engine/redis-address.ts'

export type OutboxSettings = {
  name: string
  address: string
  table: string
  partitions: number
  /** Of one transaction. */
  mostRows: number
  /** Milliseconds; a notification comes sooner. */
  pollInterval: number
  /** Its messages are numbers of partitions; empty for none. */
  notificationChannel: string
  notificationAddress: string
  tls: RedisTls | undefined
  /** While another node has a partition, this one does not wait at its lock. */
  givesWay: boolean
}
