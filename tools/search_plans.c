/* One search for a plan: people exchange seats in all rounds at once until few meet again (simulated annealing).

   Arguments: seed, moves, balance (0 or 1), rounds, order, fixed, cycled, size of table 1, 2, ….
   Prints the sum of m (m - 1) / 2 over the pairs that meet m times, and the plan as JSON. Whole numbers only: the same arguments
   give the same plan on every machine. tools/search_plans.py compiles and calls it.

   With an order above 1 only plans with a symmetry are searched, which are far fewer: the players stand in cycles of that length
   but for the last `fixed` of them; so do the first `cycled` rounds. If everybody becomes the next of his cycle, each of these rounds
   becomes the next of its cycle, and the other rounds stay as they are, tables changing places. Order 1, fixed 0: no symmetry. */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, TABLES = 16, ROUNDS = 8, SEATS = 8, STEPS = 1000, REACH = 16, IMBALANCE = 2 };

static int players, rounds, tables, balance, size[TABLES], largest, fair, order, fixed, cycled;
static int seat[ROUNDS][TABLES][SEATS], table[ROUNDS][MOST], chair[ROUNDS][MOST];
static int met[MOST][MOST], large[MOST]; /* how often a pair has met; games at the largest tables */
static int quad, off;                    /* what the seating costs: meetings, games at the largest tables */

static uint64_t state[2];

static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = (*x += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static uint64_t chance(void) /* xorshift128+ */
{
    uint64_t a = state[0], b = state[1], sum = a + b;
    state[0] = b;
    a ^= a << 23;
    state[1] = a ^ b ^ (a >> 18) ^ (b >> 5);
    return sum;
}

static int below(int n) { return (int)(((chance() >> 32) * (uint64_t)n) >> 32); }

/* What so many games at the largest tables cost: nothing where nobody need have more or fewer. */
static int uneven(int games)
{
    int off = games < fair ? fair - games : games > fair + 1 ? games - fair - 1 : 0;
    return balance ? off * (off + 1) / 2 : 0;
}

static int change_of_meetings(int r, int a, int b)
{
    const int *x = seat[r][table[r][a]], *y = seat[r][table[r][b]];
    int change = 0;
    for (int i = 0; i < size[table[r][a]]; i++)
        if (x[i] != a) change += met[b][x[i]] - met[a][x[i]] + 1;
    for (int i = 0; i < size[table[r][b]]; i++)
        if (y[i] != b) change += met[a][y[i]] - met[b][y[i]] + 1;
    return change;
}

static int step_of(int r, int a, int b) /* by how much a's games at the largest tables grow, and b's fall */
{
    return (size[table[r][b]] == largest) - (size[table[r][a]] == largest);
}

static void regroup(int r, int leaver, int comer, int t)
{
    for (int i = 0; i < size[t]; i++) {
        int other = seat[r][t][i];
        if (other == leaver) continue;
        met[leaver][other]--, met[other][leaver]--;
        met[comer][other]++, met[other][comer]++;
    }
}

static void exchange(int r, int a, int b)
{
    int x = table[r][a], y = table[r][b], step = step_of(r, a, b), held = chair[r][a];
    regroup(r, a, b, x), regroup(r, b, a, y);
    large[a] += step, large[b] -= step;
    table[r][a] = y, table[r][b] = x;
    chair[r][a] = chair[r][b], chair[r][b] = held;
    seat[r][y][chair[r][a]] = a, seat[r][x][held] = b;
}

static int next_player(int p) { return p >= players - fixed ? p : p - p % order + (p % order + 1) % order; }

static int next_round(int r) { return r >= cycled ? r : r - r % order + (r % order + 1) % order; }

static void put(int r, int t, int i, int p) { seat[r][t][i] = p, table[r][p] = t, chair[r][p] = i; }

static void shuffle(int *list, int count, int first, int step)
{
    for (int i = 0; i < count; i++) {
        int j = below(i + 1);
        list[i] = list[j], list[j] = first + i * step;
    }
}

static void by_lot(int r) /* round r, and those of its cycle */
{
    int list[MOST], next = 0;
    shuffle(list, players, 0, 1);
    for (int t = 0; t < tables; t++)
        for (int i = 0; i < size[t]; i++)
            for (int p = list[next++], turn = 0, at = r; turn < order; turn++, p = next_player(p), at = next_round(at))
                put(at, t, i, p);
}

/* Round r so that it stays as it is: a table takes whole cycles and fixed players, or `order` tables each one of every cycle. */
static int unchanged(int r)
{
    int cycles[MOST], alone[MOST], done[TABLES] = {0}, used = 0, spent = 0, count = (players - fixed) / order;
    shuffle(cycles, count, 0, order), shuffle(alone, fixed, players - fixed, 1);
    for (int t = 0; t < tables; t++) {
        int alike[TABLES], like = 0, whole = below(size[t] / order + 1);
        if (done[t]) continue;
        for (int u = t; u < tables; u++)
            if (!done[u] && size[u] == size[t]) alike[like++] = u;
        if (like >= order && below(4)) {
            if (used + size[t] > count) return 0;
            for (int i = 0; i < size[t]; i++)
                for (int p = cycles[used++] + below(order), u = 0; u < order; u++, p = next_player(p)) put(r, alike[u], i, p);
            for (int u = 0; u < order; u++) done[alike[u]] = 1;
            continue;
        }
        if (used + whole > count || spent + size[t] - whole * order > fixed) return 0;
        int i = 0;
        for (; whole > 0; whole--, used++)
            for (int turn = 0; turn < order; turn++) put(r, t, i++, cycles[used] + turn);
        while (i < size[t]) put(r, t, i++, alone[spent++]);
    }
    return 1;
}

static int begin(void) /* all rounds by lot; 0 where the symmetry does not fit the tables */
{
    for (int r = 0; r < cycled; r += order) by_lot(r);
    for (int r = cycled; r < rounds; r++)
        for (int tries = 20000; !unchanged(r); tries--)
            if (!tries) return 0;
    for (int r = 0; r < rounds; r++)
        for (int t = 0; t < tables; t++)
            for (int i = 0; i < size[t]; i++) {
                large[seat[r][t][i]] += size[t] == largest;
                for (int j = 0; j < size[t]; j++) met[seat[r][t][i]][seat[r][t][j]] += i != j;
            }
    for (int a = 0; a < players; a++) {
        off += uneven(large[a]);
        for (int b = 0; b < a; b++) quad += met[a][b] * (met[a][b] - 1) / 2;
    }
    return 1;
}

static int change(int r, int a, int b, int *odd) /* of meetings; and of imbalance */
{
    int step = step_of(r, a, b);
    *odd = step ? uneven(large[a] + step) - uneven(large[a]) + uneven(large[b] - step) - uneven(large[b]) : 0;
    return change_of_meetings(r, a, b);
}

/* The exchange and those that the symmetry asks for with it. Done twice, everything is as before. */
static void exchange_all(int r, int a, int b)
{
    for (int turn = a < players - fixed || r < cycled ? order : 1; turn > 0; turn--) {
        if (table[r][a] != table[r][b]) {
            int odd, meetings = change(r, a, b, &odd);
            exchange(r, a, b);
            quad += meetings, off += odd;
        }
        r = next_round(r), a = next_player(a), b = next_player(b);
    }
}

static int possible(int r, int a, int b)
{
    if (r < cycled) return table[r][a] != table[r][b];
    return (a < players - fixed) == (b < players - fixed) && (a >= players - fixed ? a != b : a / order != b / order);
}

static void print(int quad)
{
    printf("%d [", quad);
    for (int r = 0; r < rounds; r++)
        for (int t = 0; t < tables; t++)
            for (int i = 0; i < size[t]; i++)
                printf("%s%d%s", i ? "," : t ? ",[" : r ? ",[[" : "[[", seat[r][t][i],
                       i + 1 < size[t] ? "" : t + 1 < tables ? "]" : "]]");
    puts("]");
}

static int tables_from(int count, char **words)
{
    int smallest = SEATS, at_largest = 0;
    tables = count;
    if (tables > TABLES || rounds > ROUNDS || order < 1) return 0;
    for (int t = 0; t < tables; t++) {
        size[t] = atoi(words[t]), players += size[t];
        if (size[t] > largest) largest = size[t];
        if (size[t] < smallest) smallest = size[t];
    }
    if (players > MOST || largest > SEATS || cycled > rounds || cycled % order || (players - fixed) % order) return 0;
    for (int t = 0; t < tables; t++) at_largest += size[t] == largest ? largest : 0;
    fair = at_largest * rounds / players, balance = balance && smallest < largest;
    return 1;
}

int main(int count, char **words)
{
    static int best_seat[ROUNDS][TABLES][SEATS];
    if (count < 10) return 2;
    uint64_t seed = strtoull(words[1], 0, 10);
    long long moves = atoll(words[2]);
    balance = atoi(words[3]), rounds = atoi(words[4]), order = atoi(words[5]), fixed = atoi(words[6]), cycled = atoi(words[7]);
    if (!tables_from(count - 8, words + 8)) return 2;
    state[0] = splitmix(&seed), state[1] = splitmix(&seed);
    if (!begin()) return 1;
    int best = 1 << 30;
    uint64_t warmth = (uint64_t)1 << 28; /* of 2^32: how often a change for the worse by `order` is accepted; at the end 1 in 500 */
    for (int s = 0; s < STEPS && best > 0; s++, warmth -= warmth / 290) {
        uint64_t limit[REACH] = {(uint64_t)1 << 32};
        for (int d = 1; d < REACH; d++) limit[d] = limit[d - 1] * warmth >> 32;
        for (long long m = 0; m < moves / STEPS; m++) {
            int r = below(rounds), a = below(players), b = below(players), before = quad + IMBALANCE * off, worse, odd;
            if (!possible(r, a, b)) continue;
            if (order == 1) worse = change(r, a, b, &odd), worse += IMBALANCE * odd;
            else exchange_all(r, a, b), worse = quad + IMBALANCE * off - before;
            int refused = worse > 0 && (worse > (REACH - 1) * order || (chance() >> 32) >= limit[(worse + order - 1) / order]);
            if (refused == (order > 1)) exchange_all(r, a, b); /* with a symmetry it is done already, and taken back */
            if (!refused && off == 0 && quad < best) best = quad, memcpy(best_seat, seat, sizeof seat);
        }
    }
    if (best == 1 << 30) return 1;
    memcpy(seat, best_seat, sizeof seat);
    print(best);
    return 0;
}
