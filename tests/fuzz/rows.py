"""How productions of the grammar are typed, so that a fair share of what is derived from them is accepted.

A row names a production, the kind of thing that is wanted of it, and the kinds of its parts. `K` is one kind of
thing (of a row's own choice if it is not wanted), `K*` a list of such things; after `@` stands what `it` is there.
A production whose parts all have a kind in `PARTS`, or that passes on a single part, needs no row.
"""

from __future__ import annotations

from typing import Final

KINDS: Final = ("player", "card", "suit", "number")

ROWS: Final = """
# ---------------------------------------------------------------- declarations
labels              | -      | NAME=new NAME=new-label
__labels_star_1     | -      | NAME=new-label
kind                | -      | NAME=new-kind
plural              | -      | NAME=new
order               | -      | NAME=field
field               | -      | NAME=new type=K literal=K
field               | -      | NAME=field type=number literal=number
starts              | -      | ref=new-zone
stance              | -      | NAME=new ref=speaker cond=truth
type                | K      | type_name=K __type_star_3=more-type
__type_star_3       | more-type | type_name=nothing
zone                | -      | NAME=new NAME=cards
variable            | -      | NAME=new type=K sum=K
mark                | -      | NAME=markable NAME=new
_has                | -      | NAME=owning
of_each             | -      | NAME=suit-word
for_phase           | -      | NAME=phase
while_in            | -      | NAME=zone-name
sight               | -      | ref=player
value               | -      | binder=now:player,now:card NAME=new sum=number
common_value        | -      | NAME=new sum=number
fact_adjective      | -      | binder=now:K NAME=new cond=truth
fact                | -      | binder=now:player,now:card relation=new-relation cond=truth
setting             | -      | NAME=new type=K literal=K
__outcome_star_16   | -      | NAME=score
outcome             | -      | NAME=score notes=ending
refuse              | -      | STRING=plain cond=rare
always              | -      | cond=usual
moment              | -      | NAME=new STRING=plain
section             | -      | NAME=stance
card                | -      | NAME=card-word PROPER=new-card
field_value         | -      | NAME=rank literal=number

# ---------------------------------------------------------------- events and phases
labelled            | -      | parameter=param
parameter>name      | param  | NAME=new
as_binder           | -      | binder=now:card

# ---------------------------------------------------------------- rules
uses_power          | -      | pattern_subject=player pattern_object=card
edge                | -      | NAME=phase cond=truth
another             | player | NAME=word:player NAME=now:player
change_each>each_of | labels | NAME=hold:suit source_set=labels
each_of             | -      | NAME=hold:K source_set=K*
how>to              | number | sum=number
how>more            | number | sum=number _any_per=-
how>less            | number | sum=number _any_per=-
grant_adjective     | -      | binder=K NAME=adjective:K cond=truth
deny_adjective      | -      | binder=K ref=K NAME=adjective:K cond=truth
copying             | -      | pattern_subject=this ref=card cond=truth
power               | -      | NAME=new STRING=plain NAME=moment
once                | -      | NAME=phase
covering            | -      | sum=number

# ---------------------------------------------------------------- statements
won_by_nobody       | -      | NAME=wins
choose              | -      | subject=player _binder_name=K source_set=K*
choose              | chosen | subject=chooser _binder_name=card source_set=card*
choose_several      | -      | subject=player NAME=holds:K source_set=K*
_binder_name        | K      | NAME=hold:K
chance_chooses      | -      | _binder_name=K source_set=K*
choose_some         | -      | subject=player _binder_name=K source_set=K*
menu                | -      | subject=player
option              | -      | NAME=new STRING=plain cond=truth
option_each         | -      | NAME=hold:K source_set=K*
may_choose          | -      | subject=player _binder_name=K source_set=K*
use                 | -      | subject=player cond=truth
_moments            | -      | NAME=moment
___moments_star_23  | -      | NAME=moment
use_of              | -      | subject=player ref=card
play                | -      | NAME=turn index=player
play_as             | -      | ref=card
let                 | -      | NAME=hold:K cond=K
set                 | -      | kept=settable:K cond=K
move                | -      | atom=card several=card* place_of=zone whole_places=card*
exchange            | -      | kept=zone,zone
shuffle             | -      | kept=zone
reverse             | -      | kept=zone
rotate              | -      | kept=zone sum=number
show                | -      | atom=card several=card* ref=player whole_places=card*
becomes             | -      | subject=K NAME=mark:K
stops               | -      | subject=K NAME=mark:K
per                 | -      | each_thing=each:K
open_per>per        | -      | each_thing=each:K cond=truth@K
each_of_all         | each:suit | NAME=word:suit
each_of_others      | each:player | NAME=word:player
each_in             | each:card | NAME=word:card within=card*
object>unit         | unit   | closed_sum=number NAME=stones per=-
object>unit         | unit-of-cards | closed_sum=number NAME=cards per=-
object>all_of       | unit   | NAME=stones
object>whole_game   | game   |
open_unit>unit      | unit   | closed_sum=number NAME=stones open_per=-
pattern_object>whole_game | game |
pattern_object>name | suit   | NAME=label
how_many            | -      | cond=number
shown               | -      | STRING=told
_whose              | -      | ref=player my_own=player
tell                | -      | STRING=told ref=player
until               | -      | NAME=phase
until_next          | -      | ref=player NAME=phase-for
subject             | K      | ref=K
subject             | chooser | ref=chooser
loop_order>most_first | order:K | NAME=number-of:K
loop_order>least_first | order:K | NAME=number-of:K
repeat_at_most      | -      | atom=number cond=truth

# ---------------------------------------------------------------- conditions
or_closed>or        | truth  | or_closed=truth and_closed=truth
or_open>or          | truth  | or_closed=truth and_open=truth
and_closed>and      | truth  | and_closed=truth lit_closed=truth
and_open>and        | truth  | and_closed=truth lit_open=truth
lit_closed>not      | truth  | lit_closed=truth
lit_open>not        | truth  | lit_open=truth
compare_closed>is   | truth  | i=player closed_sum=K,K
compare_closed>is   | truth  | i=player closed_sum=K,adjective:K
compare_closed>is_not | truth | i=player closed_sum=K,K
compare_closed>is_not | truth | i=player closed_sum=K,adjective:K
compare_closed>more_than | truth | closed_sum=number,number
compare_closed>less_than | truth | closed_sum=number,number
compare_closed>at_least | truth | closed_sum=number,number
compare_closed>at_most | truth | closed_sum=number,number
compare_closed>is_in | truth | closed_sum=K within=K*
compare_closed>is_not_in | truth | closed_sum=K within=K*
compare_closed>some | truth  | NAME=word:K plain_set=K*
compare_closed>none | truth  | NAME=word:K plain_set=K*
compare_closed>some_several | truth | NAME=words:K plain_set=K*
compare_closed>none_several | truth | NAME=words:K plain_set=K*
compare_open>is     | truth  | closed_sum=K open_sum=K
compare_open>is_not | truth  | closed_sum=K open_sum=K
compare_open>more_than | truth | closed_sum=number open_sum=number
compare_open>less_than | truth | closed_sum=number open_sum=number
compare_open>at_least | truth | closed_sum=number open_sum=number
compare_open>at_most | truth | closed_sum=number open_sum=number
compare_open>some   | truth  | NAME=word:K plain_set=K* cond=truth@K
compare_open>none   | truth  | NAME=word:K plain_set=K* cond=truth@K
compare_open>some_several | truth | NAME=words:K plain_set=K* cond=truth@K
compare_open>none_several | truth | NAME=words:K plain_set=K* cond=truth@K

compare_closed>more_than | rare | closed_sum=setup,nine
compare_closed>less_than | usual | closed_sum=setup,nine
aggregate>number_of | setup  | plain_set=everybody
atom>name           | everybody | NAME=players
atom>name           | labels | NAME=suits
atom>number         | nine   | _number=nine

# ---------------------------------------------------------------- sums
ending>plus         | number | ending=number product=number
ending>minus        | number | ending=number product=number
reaching>plus       | number | ending=number reach=number
reaching>minus      | number | ending=number reach=number
reach>smaller       | number | closed_sum=number,number
reach>larger        | number | closed_sum=number,number
open_sum>plus       | number | ending=number open_term=number
open_sum>minus      | number | ending=number open_term=number
product>times       | number | product=number unary=number
product>divided     | number | product=number plain=number
unary>negate        | number | unary=number
unary>half          | number | plain=number
value_for           | number | ref=toll index=player
value_for           | number | ref=seeds index=suit
value_for           | settable:number | ref=seeds index=suit
value_for           | zone   | ref=never index=suit
index>name          | suit   | NAME=label
aggregate>number_of | number | plain_set=K*
aggregate>different | number | NAME=sorts plain_set=card*
aggregate>total     | number | NAME=number-of:K plain_set=K*
aggregate>most      | number | NAME=number-of:K plain_set=K*
aggregate>least     | number | NAME=number-of:K plain_set=K*
aggregate>median    | number | NAME=number-of:K plain_set=K*
open_term>number_of | number | plain_set=K* cond=truth@K
open_term>different | number | NAME=sorts plain_set=card* cond=truth@card
open_term>smaller   | number | closed_sum=number open_sum=number
open_term>larger    | number | closed_sum=number open_sum=number
open_term>first_of  | K      | source_set=K*
open_term>only_of   | K      | source_set=K*
open_term>total     | number | NAME=number-of:K plain_set=K* cond=truth@K
open_term>most      | number | NAME=number-of:K plain_set=K* cond=truth@K
open_term>least     | number | NAME=number-of:K plain_set=K* cond=truth@K
open_term>median    | number | NAME=number-of:K plain_set=K* cond=truth@K

# ---------------------------------------------------------------- sets and names
source_set>filtered | K*     | simple_set=K* cond=truth@K
simple_set>range    | number* | closed_sum=number,number
simple_set>with_most | K*    | plain_set=K* NAME=number-of:K
simple_set>with_least | K*   | plain_set=K* NAME=number-of:K
simple_set>backwards | K*    | simple_set=K*
plain_set>others    | player* | NAME=players
plain_set>around    | player* | NAME=players ref=player
members             | card*  | NAME=cards kept=zone
whole_places>members | card* | NAME=cards any_zone=zone
any_zone            | zone   | NAME=zone-name
any_zone            | card*  | NAME=zone-name
several>several_top | card*  | atom=number NAME=cards kept=zone
several>several_bottom | card* | atom=number NAME=cards kept=zone
get_of_label        | number | NAME=label NAME=fame
get_of_label        | zone   | NAME=label NAME=shelf
get_of_label        | settable:number | NAME=label NAME=fame
atom>name           | suit   | NAME=label
atom>name           | number | NAME=setting
atom>name           | player* | NAME=players
atom>name           | suit*  | NAME=suits
atom>name           | adjective:K | NAME=adjective:K
atom>number         | number | _number=number
atom>yes            | truth  |
atom>no             | truth  |
atom>nothing        | player |
atom>nothing        | suit   |
atom>top            | card   | kept=zone
atom>bottom         | card   | kept=zone
ref>proper          | card   | PROPER=card
ref>the_number      | number |
ref>get_number      | number | ref=phase-ref
ref                 | K      | cond=K
literal>name        | head   | NAME=new
literal>number      | number | _number=number
literal>name        | suit   | NAME=label
literal>yes         | truth  |
literal>no          | truth  |
literal>nothing     | nothing |
"""

PARTS: Final = {
    "cond": "truth", "sum": "number", "STRING": "plain", "block": "-", "_lines": "-",
}  # fmt: skip
"""Kinds of parts that rows do not name."""
