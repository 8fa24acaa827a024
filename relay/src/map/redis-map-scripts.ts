// What Redis does to a map in one step, in Lua: its values in a hash, its keys in their order, and, where they expire, by their time.
// Changes go to the stream of the channel and to its subscribers as plain publications do. Run by `redis-maps.ts`.
import { now, position } from '../engine/redis-scripts.ts'

/**
 * KEYS: position, stream, values, order, expiry. A value is `offset:version:length of the version's epoch:` with that epoch and the
 * publication's body after it. The count of bytes is `b` of the position.
 */
const common = `${position}${now}
local meta, stream, values, order, expiry = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local function open(candidate, run, ttl)
  if redis.call('EXISTS', meta) == 0 then redis.call('DEL', values, order, expiry) end
  return position(meta, stream, candidate, run, ttl)
end
local function read(value)
  local offset, version, length, start = string.match(value, '^(%d+):(%d+):(%d+):()')
  local body = start + tonumber(length)
  return tonumber(version), string.sub(value, start, body - 1), string.sub(value, body)
end
local function announce(channel, offset, epoch, body, time, size, ttl)
  if size ~= '0' then
    redis.call('HSET', meta, 's', offset)
    redis.call('XADD', stream, 'MAXLEN', size, offset .. '-0', 'd', body)
    redis.call('PEXPIRE', stream, ttl)
  end
  redis.call('PUBLISH', channel, 'p' .. offset .. ':' .. epoch .. ':' .. time .. '\\n' .. body)
end
local function take(key, value, channel, top, epoch, time, size, ttl)
  local _, _, body = read(value)
  local extras = cjson.decode(string.match(body, '^[^\\n]*'))
  local removal = cjson.encode({ key = key, removed = true, time = tonumber(time), tags = extras['tags'] }) .. '\\n'
  redis.call('HDEL', values, key)
  redis.call('ZREM', order, key)
  redis.call('ZREM', expiry, key)
  redis.call('HINCRBY', meta, 'b', -#value - #key)
  local offset = size == '0' and 0 or top + 1
  announce(channel, offset, epoch, removal, time, size, ttl)
  return offset
end
local expired = 0
local function expire(channel, epoch, top, time, size, ttl)
  for _, key in ipairs(redis.call('ZRANGEBYSCORE', expiry, '-inf', now, 'LIMIT', 0, 1000)) do
    local value = redis.call('HGET', values, key)
    if value then
      top = take(key, value, channel, top, epoch, time, size, ttl)
      expired = expired + 1
    else redis.call('ZREM', expiry, key) end
  end
  return top
end
local function earlier(answerTtl, epoch)
  if answerTtl == '' then return nil end
  local found = redis.call('HMGET', KEYS[6], 's', 'e')
  return found[2] == epoch and { tonumber(found[1]), epoch, 'idempotency' } or nil
end
local function remember(answerTtl, offset, epoch)
  if answerTtl == '' then return end
  redis.call('HSET', KEYS[6], 's', offset, 'e', epoch)
  redis.call('PEXPIRE', KEYS[6], answerTtl)
end
local channel, candidate, run, metaTtl, time, size, ttl = unpack(ARGV, 1, 7)
local epoch, top = open(candidate, run, metaTtl)`

/**
 * KEYS: also the remembered answer. ARGV, after those above: key, answer ttl (empty without an idempotency key), body, key ttl, version,
 * its epoch, `new` or `exists` or nothing, 1 to refresh, keys and bytes at most. Answers offset and epoch, and why nothing was changed,
 * if so; `full` when there is no room.
 */
export const publishValueScript = `${common}
local key, answerTtl, body, keyTtl, version, versionEpoch, onlyIf, refreshes, maxKeys, maxBytes = unpack(ARGV, 8)
local known = earlier(answerTtl, epoch)
if known then return known end
local function keep()
  if keyTtl == '0' then return end
  redis.call('ZADD', expiry, now + tonumber(keyTtl), key)
  local ends = math.min(tonumber(keyTtl) + 60000, tonumber(metaTtl))
  for _, name in ipairs({ values, order, expiry }) do redis.call('PEXPIRE', name, ends) end
end
local before = redis.call('HGET', values, key)
local isOver = before and tonumber(redis.call('ZSCORE', expiry, key) or now + 1) <= now
local lastVersion, lastEpoch = 0, ''
if before and not isOver then
  lastVersion, lastEpoch = read(before)
  local isSame = versionEpoch == '' or versionEpoch == lastEpoch
  if version ~= '0' and isSame and tonumber(version) <= lastVersion then return { top, epoch, 'version' } end
  if onlyIf == 'new' then
    if refreshes == '1' then keep() end
    return { top, epoch, 'key_exists' }
  end
elseif onlyIf == 'exists' then return { top, epoch, 'key_not_found' } end
if version == '0' then version, versionEpoch = string.format('%.0f', lastVersion), lastEpoch end
local offset = size == '0' and 0 or top + 1
local value = offset .. ':' .. version .. ':' .. #versionEpoch .. ':' .. versionEpoch .. body
local added = before and #value - #before or #value + #key
local bytes = tonumber(redis.call('HGET', meta, 'b') or '0')
if added > 0 and bytes + added > tonumber(maxBytes) then return { top, epoch, 'full' } end
if not before and redis.call('HLEN', values) >= tonumber(maxKeys) then return { top, epoch, 'full' } end
redis.call('HSET', values, key, value)
redis.call('ZADD', order, 0, key)
redis.call('HINCRBY', meta, 'b', added)
keep()
announce(channel, offset, epoch, body, time, size, ttl)
remember(answerTtl, offset, epoch)
return { offset, epoch }`

/** KEYS: also the remembered answer. ARGV, after those above: key, answer ttl. */
export const removeValueScript = `${common}
local key, answerTtl = unpack(ARGV, 8)
local known = earlier(answerTtl, epoch)
if known then return known end
local value = redis.call('HGET', values, key)
if not value then return { top, epoch, 'key_not_found' } end
local offset = take(key, value, channel, top, epoch, time, size, ttl)
remember(answerTtl, offset, epoch)
return { offset, epoch }`

/** Removes what is over. Answers in how many milliseconds the next one is, -1 when there is none, and how many are gone. */
export const expireValuesScript = `${common}
expire(channel, epoch, top, time, size, ttl)
local nextOne = redis.call('ZRANGE', expiry, 0, 0, 'WITHSCORES')
return { nextOne[2] and math.max(0, tonumber(nextOne[2]) - now) or -1, expired }`

/** ARGV, after those above: key, cursor, limit (-1: all). Answers epoch, top, how many were over, cursor, values. */
export const readValuesScript = `${common}
local key, cursor, limit = ARGV[8], ARGV[9], tonumber(ARGV[10])
top = expire(channel, epoch, top, time, size, ttl)
if key ~= '' then return { epoch, top, expired, '', { redis.call('HGET', values, key) or nil } } end
if limit == 0 then return { epoch, top, expired, '', {} } end
local from = cursor == '' and '-' or '(' .. cursor
local keys = redis.call('ZRANGEBYLEX', order, from, '+', 'LIMIT', 0, limit < 0 and -1 or limit + 1)
local after = ''
if limit > 0 and #keys > limit then
  table.remove(keys)
  after = keys[limit]
end
local found = {}
for start = 1, #keys, 1000 do
  for _, value in ipairs(redis.call('HMGET', values, unpack(keys, start, math.min(start + 999, #keys)))) do
    if value then table.insert(found, value) end
  end
end
return { epoch, top, expired, after, found }`

/** KEYS: the five. ARGV: channel. */
export const clearValuesScript = `
redis.call('DEL', unpack(KEYS))
return redis.call('PUBLISH', ARGV[1], 'c')`

export const mapScripts = [
  publishValueScript,
  removeValueScript,
  expireValuesScript,
  readValuesScript,
  clearValuesScript,
]
