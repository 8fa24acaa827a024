// What Redis does in one step for the shared log (Lua, Redis 7 or Valkey). All keys have one hash tag, so that a cluster keeps them
// together. Used by redis-log.ts.

export const tag = '{rollcall-readings}'

/**
 * Keeps a batch. KEYS: the batch, the stream of arrivals, then one stream per part. ARGV: the answer to its sender ("": never the same
 * batch), milliseconds for which the batch is known, bytes that a stream may hold, who handed it in ("": nobody says), entries that are
 * kept of that, then the text of each part. Every entry says how many bytes came before and with it: the difference of the last
 * and the first is what the stream holds. Answers {'repeated', answer}, {'full'} or {'taken'}.
 */
export const appendScript = `
local named = ARGV[1] ~= ''
if named then
  local before = redis.call('GET', KEYS[1])
  if before then return { 'repeated', before } end
end
local ends = {}
for i = 3, #KEYS do
  local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1]
  ends[i] = (last and tonumber(last[2][2]) or 0) + #ARGV[i + 3]
  if last then
    local first = redis.call('XRANGE', KEYS[i], '-', '+', 'COUNT', 1)[1]
    if ends[i] - tonumber(first[2][2]) > tonumber(ARGV[3]) then return { 'full' } end
  end
end
for i = 3, #KEYS do redis.call('XADD', KEYS[i], '*', 'e', string.format('%.0f', ends[i]), 't', ARGV[i + 3]) end
if ARGV[4] ~= '' then redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[5], '*', 't', ARGV[4]) end
if named then redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
return { 'taken' }`

/**
 * Asked with every reading. KEYS: the name of this log, the highest epoch that reads the share. ARGV: a name for a log that has none, the reader's
 * epoch, milliseconds after which a reader that asks no more is forgotten: a database that was restored counts epochs anew. Answers the name, the highest epoch, and Redis' time in milliseconds.
 */
export const stateScript = `
local name = redis.call('GET', KEYS[1])
if not name then
  name = ARGV[1]
  redis.call('SET', KEYS[1], name)
end
local epoch = tonumber(redis.call('GET', KEYS[2]) or '0')
if tonumber(ARGV[2]) >= epoch then
  epoch = tonumber(ARGV[2])
  redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[3])
end
local time = redis.call('TIME')
return { name, tostring(epoch), string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)) }`
