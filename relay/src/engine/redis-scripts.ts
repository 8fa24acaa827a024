// The steps that Redis takes as one, in Lua. Run by the other files of the Redis engine; the layout of the keys is theirs.

/**
 * The stream's epoch and top; made when there is none. `r` is the run of the Redis process: one that was started again may have
 * forgotten the last moments, so its streams get a new epoch, go on counting and keep what they have.
 */
export const position = `
local function position(meta, stream, candidate, run, ttl)
  local stored = redis.call('HMGET', meta, 'e', 's', 'r')
  local epoch, top = stored[1], tonumber(stored[2] or '0')
  if not epoch then redis.call('DEL', stream) end
  if not epoch or stored[3] ~= run then
    epoch = candidate
    redis.call('HSET', meta, 'e', epoch, 's', top, 'r', run)
  end
  redis.call('PEXPIRE', meta, ttl)
  return epoch, top
end`

export const now = `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)`

/**
 * KEYS: meta, stream, remembered answer. ARGV: channel, body, size, ttl, epoch candidate, run, meta ttl, version, version epoch,
 * ttl of the answer (empty without an idempotency key), time. Answers offset and epoch, 0 and empty without history, and why
 * nothing was published, if so.
 */
export const publishScript = `${position}
local channel, body, size, ttl, candidate, run, metaTtl, version, versionEpoch, answerTtl, time = unpack(ARGV)
if answerTtl ~= '' then
  local answer = redis.call('HMGET', KEYS[3], 's', 'e')
  if answer[1] then return { tonumber(answer[1]), answer[2], 'idempotency' } end
end
local epoch, offset = '', 0
if size ~= '0' then
  epoch, offset = position(KEYS[1], KEYS[2], candidate, run, metaTtl)
  if version ~= '0' then
    local last = redis.call('HMGET', KEYS[1], 'v', 've')
    if last[2] == versionEpoch and tonumber(version) <= tonumber(last[1]) then return { offset, epoch, 'version' } end
    redis.call('HSET', KEYS[1], 'v', version, 've', versionEpoch)
  end
  offset = offset + 1
  redis.call('HSET', KEYS[1], 's', offset)
  redis.call('XADD', KEYS[2], 'MAXLEN', size, offset .. '-0', 'd', body)
  redis.call('PEXPIRE', KEYS[2], ttl)
end
redis.call('PUBLISH', channel, 'p' .. offset .. ':' .. epoch .. ':' .. time .. '\\n' .. body)
if answerTtl ~= '' then
  redis.call('HSET', KEYS[3], 's', offset, 'e', epoch)
  redis.call('PEXPIRE', KEYS[3], answerTtl)
end
return { offset, epoch }`

/** KEYS: meta, stream. ARGV: epoch candidate, run, meta ttl, limit (-1: all), order, from, to. Answers epoch, top, entries. */
export const historyScript = `${position}
local candidate, run, metaTtl, limit, order, from, to = unpack(ARGV)
local epoch, top = position(KEYS[1], KEYS[2], candidate, run, metaTtl)
if limit == '0' then return { epoch, top, {} } end
if limit == '-1' then return { epoch, top, redis.call(order, KEYS[2], from, to) } end
return { epoch, top, redis.call(order, KEYS[2], from, to, 'COUNT', limit) }`

/** KEYS: clients, their expiry. ARGV: ttl, then client and info by turns. */
export const addPresenceScript = `${now}
local ttl = tonumber(ARGV[1])
for at = 2, #ARGV, 2 do
  redis.call('HSET', KEYS[1], ARGV[at], ARGV[at + 1])
  redis.call('ZADD', KEYS[2], now + ttl, ARGV[at])
end
redis.call('PEXPIRE', KEYS[1], ttl)
redis.call('PEXPIRE', KEYS[2], ttl)
return 0`

/** KEYS: clients, their expiry. ARGV: a client. */
export const removePresenceScript = `
redis.call('HDEL', KEYS[1], ARGV[1])
return redis.call('ZREM', KEYS[2], ARGV[1])`

/** KEYS: clients, their expiry. Answers the infos of those whose node still vouches for them. */
export const presenceScript = `${now}
for _, client in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  redis.call('HDEL', KEYS[1], client)
  redis.call('ZREM', KEYS[2], client)
end
return redis.call('HVALS', KEYS[1])`

/** Told to Redis at the start, so that the first use of one is not overtaken by the second of another. */
export const scripts = [publishScript, historyScript, addPresenceScript, removePresenceScript, presenceScript]
